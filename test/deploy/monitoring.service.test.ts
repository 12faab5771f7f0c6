import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedProgram } from '../support/program.ts';
import { createPublicSite, FLOOD } from '../support/public-site.ts';
import { until } from '../support/until.ts';
import { board, type Place, questions, ROOT, rules, SURROUNDINGS } from './monitoring.ts';

const GRID_COLUMNS = 24;

/** Everything of Prometheus's language that the rules and the dashboard say about metrics of the program. */
const expressions = [rules.replace(/^\s*#.*$/gm, ''), ...questions, JSON.stringify(board.templating)].join('\n');

describe('the rules and the dashboard', () => {
  let told: string;

  beforeAll(async () => {
    const vitrine = await sharedProgram();
    const site = await createPublicSite(vitrine);
    await site.visit('/');
    const hostile = await createPublicSite(vitrine, { 'sections/texte.liquid': FLOOD });
    told = await until('each metric has a value', async () => {
      await hostile.visit('/');
      const { text } = await vitrine.ask({ path: '/metrics', host: 'localhost' });
      return text.includes(`site="${hostile.slug}"`) && text;
    });
    await vitrine.close();
  });

  it('name labels that the program gives, or Prometheus does', () => {
    const given = new Set([...told.matchAll(/(\w+)="/g)].map(([, label = '']) => label));
    for (const label of ['job', 'instance', 'machine', 'alertname', 'alertstate']) given.add(label);
    const grouped = [...expressions.matchAll(/\b(?:by|without|ignoring|on)\s*\(([\w, ]+)\)/g)];
    const named = [
      ...grouped.flatMap(([, labels = '']) => labels.split(/,\s*/)),
      ...[...expressions.matchAll(/\$labels\.(\w+)|\{\{(\w+)\}\}/g)].map(([, one, other]) => one ?? other ?? ''),
    ];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((label) => !given.has(label))).toEqual([]);
  });

  it('say of which site a theme in quarantine is', () => {
    expect(rules.split('- alert: VitrineThemesInQuarantine')[1]?.split('- alert:')[0]).toContain('$labels.site');
  });

  it('use metrics that the program has', () => {
    // A histogram of which nothing has been counted yet has a type, and no lines.
    const names = new Set(
      [...told.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
      ),
    );
    const used = new Set([...expressions.matchAll(/(?<![\w:"])(?:vitrine|process|nodejs)_\w+/g)].map(([name]) => name));
    expect(used.size).toBeGreaterThan(20);
    expect([...used].filter((name) => !names.has(name))).toEqual([]);
  });

  it('use records that the rules make', () => {
    const made = new Set([...rules.matchAll(/record: (\S+)/g)].map(([, name]) => name));
    const used = new Set([...expressions.matchAll(/vitrine:[\w:]+/g)].map(([name]) => name));
    expect([...used].filter((name) => !made.has(name))).toEqual([]);
  });

  it('ask for values of labels that the program gives', () => {
    const given = new Set([...told.matchAll(/(\w+="[^"]*")/g)].map(([pair]) => pair));
    // Of these the program gives others, or Prometheus does.
    const isOpen = (label: string) =>
      ['job', 'status', 'machine', 'instance', 'alertname', 'alertstate'].includes(label);
    const asked = [...expressions.matchAll(/(\w+)=~?"([^"$]*)"/g)].flatMap(([, label = '', values = '']) =>
      isOpen(label) ? [] : values.split('|').map((value) => `${label}="${value}"`),
    );
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.filter((pair) => !given.has(pair))).toEqual([]);
  });
});

it('each alert says how grave it is, what happens and what to do', async () => {
  const page = await readFile(join(ROOT, 'docs/operations.md'), 'utf8');
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading.toLowerCase().replace(/ /g, '-'),
  );
  const alerts = [rules, await readFile(SURROUNDINGS, 'utf8')].flatMap((text) => text.split('- alert: ').slice(1));
  expect(alerts.length).toBeGreaterThan(20);
  for (const alert of alerts) {
    expect(alert).toMatch(
      /severity: (?:critical|warning)\n\s+annotations:\s+summary: "[^"]+"\n\s+description: "[^"]+\."\n/,
    );
    expect(headings).toContain(/runbook_url: file:\/\/\/opt\/vitrine\/docs\/operations\.md#(\S+)/.exec(alert)?.[1]);
  }
});

describe('the dashboard', () => {
  it('has panels with ids of their own, of which none covers another', () => {
    const { panels } = board;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const covers = (one: Place, other: Place) =>
      one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
    const overlaps = panels.flatMap((one, place) =>
      panels
        .slice(place + 1)
        .filter((other) => covers(one.gridPos, other.gridPos))
        .map(({ title }) => `${one.title}, ${title}`),
    );
    expect(overlaps).toEqual([]);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > GRID_COLUMNS)).toEqual([]);
  });

  it('asks the data source and the instances that are chosen', () => {
    expect(board.templating.list.map(({ name }) => name)).toEqual(['datasource', 'machine', 'instance']);
    for (const { type, title, targets = [], ...panel } of board.panels) {
      if (type === 'row') continue;
      expect(panel, title).toMatchObject({
        datasource: { type: 'prometheus', uid: expect.stringMatching(/^\$\{datasource\}$/) },
      });
      expect(targets.length, title).toBeGreaterThan(0);
      expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length);
      for (const { expr } of targets) expect(expr).toContain('{machine=~"$machine", instance=~"$instance"');
    }
  });
});
