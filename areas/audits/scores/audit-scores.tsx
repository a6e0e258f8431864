import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatPercent } from '@aangan/web/format.ts';
import { type Column, dayColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useParam } from '@aangan/web/use-param.ts';
import { Anchor, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { viewPath } from '../view/audit-paths.ts';
import { scoresContract as contract } from './scores.contract.ts';

type Scores = OutputOf<typeof contract.get>;
type Row = Scores['rows'][number];

/** /audit/auditScores: who does how well in a kind of audit, and in what. */
export function AuditScores() {
  const [typeId, setType] = useParam('type');
  const [by, setBy] = useParam('by');
  const query = useQuery(
    contract.get,
    { ...(typeId ? { typeId } : {}), by: by === 'teacher' ? 'teacher' : 'centre' },
    { keepPrevious: true },
  );
  return (
    <PageFrame title="Audit scores" context="centre">
      <QueryState query={query}>
        {(scores) => (
          <Stack gap="md">
            <Group gap="md" align="flex-end">
              <FieldInput
                kind="choice"
                label="Kind"
                options={scores.types.map(({ id, name }) => ({ value: id, label: name }))}
                value={scores.typeId}
                onChange={(value) => setType(value === null ? null : String(value))}
              />
              {scores.types.some(({ id, teachers }) => id === scores.typeId && teachers) ? (
                <SegmentedControl
                  aria-label="By"
                  data={[
                    { value: 'centre', label: 'By centre' },
                    { value: 'teacher', label: 'By teacher' },
                  ]}
                  value={scores.by}
                  onChange={setBy}
                />
              ) : null}
            </Group>
            {scores.rows.length === 0 ? (
              <EmptyState
                title="No published audits of this kind."
                help="Self checks of the centres are not counted."
              />
            ) : (
              <Tables scores={scores} />
            )}
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function Tables({ scores: { types, typeId, rows, categories, by, more } }: { scores: Scores }) {
  const family = types.find(({ id }) => id === typeId)?.family ?? '';
  const name = textColumn<Row>(
    'name',
    by === 'centre' ? 'Centre' : 'Teacher',
    (row) =>
      by === 'centre' ? (
        <Anchor component={Link} to={`/audit/individualCentreList/${row.franchiseeId}`} size="sm">
          {row.name}
        </Anchor>
      ) : (
        row.name
      ),
    { second: (row) => (by === 'teacher' ? row.centre : null) },
  );
  return (
    <>
      <Section flush>
        <ShortTable<Row>
          label="Scores"
          rows={rows}
          keyOf={(row) => row.auditId}
          columns={[
            name,
            dayColumn('lastOn', 'Last audit', (row) => row.lastOn),
            textColumn(
              'last',
              'Last score',
              (row) => (
                <Anchor component={Link} to={viewPath(family, row.auditId)} size="sm">
                  {`${formatPercent(row.lastBp)} ${row.band ?? ''}`}
                </Anchor>
              ),
              { align: 'end' },
            ),
            textColumn('change', 'Change since the one before', (row) => changeText(row.changeBp), {
              align: 'end',
            }),
            textColumn('mean', 'Average of the last three', (row) => formatPercent(row.meanBp), {
              align: 'end',
            }),
            textColumn('audits', 'Audits', (row) => row.audits, { align: 'end' }),
            textColumn('open', 'Open findings', (row) => row.openFindings, { align: 'end' }),
          ]}
          minWidth={820}
        />
      </Section>
      {more ? (
        <Text size="sm" c="dimmed">
          The first 200. Choose a centre to see the others.
        </Text>
      ) : null}
      <Section title="Last audit by category" flush>
        <ShortTable<Row>
          label="Last audit by category"
          rows={rows}
          keyOf={(row) => row.auditId}
          columns={[name, ...categories.map(categoryColumn)]}
          minWidth={200 + categories.length * 140}
        />
      </Section>
    </>
  );
}

const changeText = (change: number | null): string =>
  change === null
    ? '–'
    : `${change > 0 ? '+' : change < 0 ? '−' : ''}${Number((Math.abs(change) / 100).toFixed(2))} points`;

/** Tinted by how much was reached: the eye finds the weak ones. */
const tint = (bp: number): string =>
  bp >= 9000 ? 'var(--a-success-tint)' : bp >= 6000 ? 'var(--a-warning-tint)' : 'var(--a-danger-tint)';

const categoryColumn = ({ id, name }: Scores['categories'][number]): Column<Row> =>
  textColumn<Row>(
    id,
    name,
    (row) => {
      const bp = row.categories.find((one) => one.id === id)?.pctBp ?? null;
      return bp === null ? (
        '–'
      ) : (
        <Text
          span
          size="sm"
          px="xs"
          py={2}
          className="figures"
          style={{ background: tint(bp), borderRadius: 4 }}
        >
          {formatPercent(bp)}
        </Text>
      );
    },
    { align: 'end' },
  );
