import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatDate } from '@aangan/contract/period.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { LineChart } from '@aangan/web/charts/charts.tsx';
import { formatPercent } from '@aangan/web/format.ts';
import { dayColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link, useParams } from 'react-router';
import { centreAuditsContract as contract } from './centre-audits.contract.ts';

type Centre = OutputOf<typeof contract.list>['rows'][number];
type Last = Centre['last'][number];

const scoreText = ({ finalBp, band }: Pick<Last, 'finalBp' | 'band'>): string =>
  finalBp === null ? 'Not scored' : `${formatPercent(finalBp)} ${band ?? ''}`;

/** /audit/centerList: each centre with its last score of each kind. */
export function CentreList() {
  const [words, setWords] = useParam('q');
  const [asked] = useDebouncedValue(words ?? '', 250);
  const query = useQuery(contract.list, asked ? { q: asked } : {}, { keepPrevious: true });
  return (
    <PageFrame title="Centres" context="centre" count={query.data?.rows.length}>
      <Stack gap="md">
        <TextInput
          aria-label="Search"
          placeholder="Centre"
          maw={320}
          value={words ?? ''}
          onChange={(event) => setWords(event.currentTarget.value || null)}
        />
        <QueryState query={query}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState
                title={asked ? 'No centre of this name' : 'No centres yet'}
                {...(asked ? { help: 'Search for another name.' } : {})}
              />
            ) : (
              <Section flush>
                <ShortTable<Centre>
                  label="Centres"
                  rows={rows}
                  keyOf={(row) => row.id}
                  columns={[
                    textColumn('centre', 'Centre', (row) => (
                      <Anchor component={Link} to={`/audit/individualCentreList/${row.id}`} size="sm">
                        {row.centre}
                      </Anchor>
                    )),
                    textColumn('audits', 'Published', (row) => row.audits, { align: 'end', width: 120 }),
                    textColumn('last', 'Last scores', (row) =>
                      row.last.length === 0 ? null : (
                        <Stack gap={0}>
                          {row.last.map((one) => (
                            <Text key={one.typeId} size="sm">
                              {`${one.type}: ${scoreText(one)}, ${formatDate(one.auditOn)}`}
                            </Text>
                          ))}
                        </Stack>
                      ),
                    ),
                  ]}
                />
              </Section>
            )
          }
        </QueryState>
      </Stack>
    </PageFrame>
  );
}

/** /audit/individualCentreList/{id}: how the scores of a centre went. */
export function CentreAudits() {
  const id = Number(useParams()['id']);
  const query = useQuery(contract.get, { id });
  return (
    <QueryState query={query}>
      {({ centre, audits }) => {
        const kinds = [...Map.groupBy(audits, ({ type }) => type)];
        return (
          <PageFrame title={centre} crumbs={[{ label: 'Centres', to: '/audit/centerList' }]}>
            <Stack gap="md">
              {audits.length === 0 ? (
                <EmptyState
                  title="No published audits yet."
                  help="They stand here once they are published."
                />
              ) : null}
              {kinds.map(([type, rows]) => (
                <Section key={type} title={type}>
                  <Stack gap="md">
                    {rows.length > 1 ? (
                      <LineChart
                        title={`Scores of ${type}`}
                        unit="percent"
                        height={180}
                        series={[{ key: 'score', label: 'Score' }]}
                        data={[...rows]
                          .reverse()
                          .map((one) => ({ label: formatDate(one.auditOn), score: one.finalBp }))}
                      />
                    ) : null}
                    <ShortTable<Last>
                      label={type}
                      rows={rows}
                      keyOf={(row) => row.auditId}
                      columns={[
                        dayColumn('auditOn', 'Day', (row) => row.auditOn),
                        textColumn('score', 'Score', (row) => (
                          <Anchor component={Link} to={`/audit/viewAudit/${row.auditId}`} size="sm">
                            {scoreText(row)}
                          </Anchor>
                        )),
                      ]}
                      minWidth={280}
                    />
                  </Stack>
                </Section>
              ))}
            </Stack>
          </PageFrame>
        );
      }}
    </QueryState>
  );
}
