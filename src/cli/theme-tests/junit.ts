import { controlsShownInLines } from '../../../engine/text/controls.ts';
import { escapeXml } from '../../text/escape.ts';
import type { Finding } from './findings.ts';
import { hasFailed, type Outcome, sentenceOf, type Tested } from './report.ts';

/** What was found as JUnit XML, which code hosts and their jobs read: a suite for each file of tests, and one for odd settings. */
export function junitReport({ outcomes }: Tested): string {
  const suites = new Map<string, Outcome[]>();
  for (const one of outcomes) {
    const name = one.genre === 'reglages' ? 'réglages inattendus' : one.chemin;
    suites.set(name, [...(suites.get(name) ?? []), one]);
  }
  const failed = outcomes.filter(hasFailed).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="vitrine tester" tests="${outcomes.length}" failures="${failed}" errors="0">`,
    ...[...suites].flatMap(([name, some]) => suiteLines(name, some)),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteLines(name: string, outcomes: readonly Outcome[]): string[] {
  const failed = outcomes.filter(hasFailed).length;
  return [
    `  <testsuite name="${attribute(name)}" tests="${outcomes.length}" failures="${failed}" errors="0">`,
    ...outcomes.flatMap((one) => caseLines(name, one)),
    '  </testsuite>',
  ];
}

function caseLines(suite: string, { nom, chemin, findings }: Outcome): string[] {
  const head = `    <testcase name="${attribute(nom)}" classname="${attribute(suite)}" file="${attribute(chemin)}"`;
  const failures = findings.filter(({ gravite }) => gravite === 'echec');
  const warnings = findings.filter(({ gravite }) => gravite !== 'echec');
  const [first] = failures;
  if (findings.length === 0) return [`${head}/>`];
  return [
    `${head}>`,
    // Readers take one failure of a test: all findings are in it.
    ...(first
      ? [`      <failure message="${attribute(sentenceOf(first))}">${inXml(failures.map(lineOf).join('\n'))}</failure>`]
      : []),
    ...(warnings.length > 0 ? [`      <system-out>${inXml(warnings.map(lineOf).join('\n'))}</system-out>`] : []),
    '    </testcase>',
  ];
}

function lineOf(finding: Finding): string {
  const { chemin, ligne, colonne = 1, difference } = finding;
  const place = ligne === undefined ? chemin : `${chemin}:${ligne}:${colonne}`;
  return `${place}: ${sentenceOf(finding)}${difference === undefined ? '' : `\n${difference}`}`;
}

const inXml = (text: string): string => escapeXml(controlsShownInLines(text).toWellFormed());
const attribute = (text: string): string => inXml(text).replace(/\s+/g, ' ');
