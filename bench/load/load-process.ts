/** The load generator in its own process: takes one plan at a time and returns its result. */
import { answerCalls } from '../processes.ts';
import { Generator } from './generator.ts';
import type { LoadPlan, LoadResult } from './load.ts';

answerCalls<LoadPlan, LoadResult>((plan) => new Generator(plan).run());
