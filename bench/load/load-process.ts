/** The load generator in a process of its own: takes one plan after the other, hands back their results. */
import { answerCalls } from '../processes.ts';
import { Generator } from './generator.ts';
import type { LoadPlan, LoadResult } from './load.ts';

answerCalls<LoadPlan, LoadResult>((plan) => new Generator(plan).run());
