import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDataDir } from '../support/data-dir.ts';
import { needs } from '../support/needs.ts';
import { PROMETHEUS, questions, ROOT, RULES, rules, SURROUNDINGS } from './monitoring.ts';

const run = promisify(execFile);

describe('promtool', needs('promtool'), () => {
  let folder: string;
  const promtool = (...words: string[]) => run('promtool', words, { cwd: PROMETHEUS });

  beforeAll(async () => {
    folder = await freshDataDir();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('takes the configurations and the rules, and sees each alert fire', async () => {
    await promtool('check', 'config', 'prometheus.yml');
    await promtool('check', 'config', '--agent', 'prometheus-agent.yml');
    await promtool('check', 'rules', RULES, SURROUNDINGS);
    const tests = join(ROOT, 'test/deploy/vitrine.rules.test.yml');
    const tested = new Set([...(await readFile(tests, 'utf8')).matchAll(/- name: (\w+)/g)].map(([, name]) => name));
    expect(tested).toEqual(new Set([...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)));
    await promtool('test', 'rules', tests);
  });

  it('takes each question of the dashboard', async () => {
    const lines = questions.map((expr, place) => {
      const asked = expr.replaceAll('$__rate_interval', '5m');
      return `      - { record: "question:${place}", expr: ${JSON.stringify(asked)} }\n`;
    });
    const file = join(folder, 'questions.yml');
    await writeFile(file, `groups:\n  - name: questions\n    rules:\n${lines.join('')}`);
    await promtool('check', 'rules', file);
  });
});
