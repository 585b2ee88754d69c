import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { splitAddress } from '../contract/endpoint.ts';
import { ADDRESSES } from '../contract/index.ts';
import { inProject } from './root.ts';
import { askedBy, seriesIn } from './testing/promql.ts';
import { shareServer } from './testing/shared-server.ts';

/** What deploy/monitoring and docs/monitoring.md ask for is what a real server says at /metrics. */

const read = (...path: string[]) => readFileSync(inProject(...path), 'utf8');

interface Panel {
  id: number;
  title: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets: { expr: string; legendFormat: string }[];
}
const dashboard = JSON.parse(read('deploy', 'monitoring', 'dashboard.json')) as { panels: Panel[] };
const page = read('docs', 'monitoring.md');
const rules = read('deploy', 'monitoring', 'alerts.yml');

const plain = (query: string) => query.replaceAll(/\s+/g, ' ').trim();

/** Each alert of the rules file with its query, which is always a block of its own. */
const alertsOfRules = new Map(
  rules
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((rule) => [
      /^\w+/.exec(rule)?.[0] ?? '',
      plain(/^ {8}expr: \|\n((?: {10}.*\n)+)/m.exec(rule)?.[1] ?? ''),
    ]),
);
const alertsOfPage = new Map(
  [...page.matchAll(/^### (Tickmark\w+)\n[\s\S]*?```promql\n([\s\S]*?)```/gm)].map(
    ([, name = '', query = '']) => [name, plain(query)],
  ),
);
/** As Grafana fills them in. */
const filled = (query: string) => query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');

const queries: [where: string, query: string][] = [
  ...[...alertsOfRules].map(([name, query]): [string, string] => [`alert ${name}`, query]),
  ...[...page.matchAll(/```promql\n([\s\S]*?)```/g)].map(([, query = '']): [string, string] => [
    'page',
    query,
  ]),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }): [string, string] => [`panel ${title}`, filled(expr)]),
  ),
];

/** What Prometheus itself says about whom it asks. */
const OF_PROMETHEUS = { name: 'up', labels: ['job', 'instance'] };

const ROUTES = [
  '/metrics',
  '/livez',
  '/readyz',
  ...ADDRESSES.map((address) => `/api${splitAddress(address).path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
];

const server = shareServer();
let series: ReturnType<typeof seriesIn>;
beforeAll(async () => {
  await server.call('GET /users/me');
  series = seriesIn(String((await server.call('GET //metrics')).body));
});

describe('the queries', () => {
  test('are found, and understood', () => {
    expect(queries.length).toBeGreaterThan(40);
    expect(
      askedBy('sum by (le, route) (rate(a_bucket{job="x", route!~"/b/.*"}[5m] offset 1h)) / on (c) d > 2e9'),
    ).toEqual({
      selectors: [
        {
          name: 'a_bucket',
          matchers: [
            { label: 'job', operator: '=', value: 'x' },
            { label: 'route', operator: '!~', value: '/b/.*' },
          ],
        },
        { name: 'd', matchers: [] },
      ],
      labels: ['le', 'route', 'c'],
    });
  });

  test.each(queries)('of %s ask for what there is: %s', (_where, query) => {
    const { selectors, labels } = askedBy(query);
    expect(selectors.length).toBeGreaterThan(0);
    for (const { name, matchers } of selectors) {
      const known = series.get(name);
      if (name !== OF_PROMETHEUS.name) expect([...series.keys()]).toContain(name);
      for (const label of [...matchers.map((matcher) => matcher.label), ...labels])
        if (!OF_PROMETHEUS.labels.includes(label)) expect([...(known?.keys() ?? [])]).toContain(label);
      for (const { label, operator, value } of matchers) {
        if (label === 'state') expect([...(known?.get('state') ?? [])]).toContain(value);
        if (label !== 'route') continue;
        const pattern = new RegExp(
          operator.endsWith('~') ? `^(?:${value})$` : `^${value.replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&')}$`,
        );
        expect(
          ROUTES.filter((route) => pattern.test(route)),
          value,
        ).not.toEqual([]);
      }
    }
  });

  test('show no label that the series do not have', () => {
    for (const { targets } of dashboard.panels)
      for (const { expr, legendFormat } of targets) {
        const { selectors, labels } = askedBy(filled(expr));
        const known = [
          ...OF_PROMETHEUS.labels,
          ...labels,
          ...selectors.flatMap(({ name }) => [...(series.get(name)?.keys() ?? [])]),
        ];
        for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(known).toContain(label);
      }
  });
});

test('the page has the alerts of the rules file, with the same queries', () => {
  expect(alertsOfRules.size).toBeGreaterThan(10);
  expect(alertsOfPage).toEqual(alertsOfRules);
  const runbooks = [...rules.matchAll(/runbook: docs\/monitoring\.md#(\w+)/g)].map(([, name]) => name);
  expect(runbooks).toEqual([...alertsOfRules.keys()].map((name) => name.toLowerCase()));
});

test('the panels of the dashboard have numbers of their own and lie beside each other', () => {
  const { panels } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(Math.max(...panels.map(({ gridPos }) => gridPos.x + gridPos.w))).toBe(24);
});
