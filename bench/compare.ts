/**
 * `node bench/compare.ts <report> <report>`: the bars of two reports (`report.json`) beside each other, with the fault of each, as a table: a quiet run
 * and one beside a looping program, or one without and one with `--fault`.
 */
import { readFileSync } from 'node:fs';
import type { Figure } from './figure.ts';
import type { Part } from './reporting/report.ts';

const [, , first = '', second = ''] = process.argv;
const partsOf = (file: string): readonly Part[] => JSON.parse(readFileSync(file, 'utf8')).parts;
const told = (figure?: Figure) => `${figure?.measured.split(';')[0]}, ${figure?.verdict}`;

const others = new Map(partsOf(second).map((part) => [part.bench, part.figures]));
let differing = 0;
const lines = partsOf(first).flatMap(({ bench, figures }) =>
  figures.flatMap((figure, place) => {
    if (figure.bar === null) return [];
    const other = others.get(bench)?.[place];
    if (figure.verdict !== other?.verdict) differing++;
    return [`| ${[bench, figure.what, figure.bar, figure.fault, told(figure), told(other)].join(' | ')} |`];
  }),
);
const head = ['| bench | what | bar | fault | first | second |', '| --- | --- | --- | --- | --- | --- |'];
process.stdout.write(`${[...head, ...lines].join('\n')}\n\n${differing} of ${lines.length} verdicts differ.\n`);
