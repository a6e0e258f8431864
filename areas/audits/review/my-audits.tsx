import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatPercent } from '@aangan/web/format.ts';
import { dayColumn, instantColumn, textColumn } from '@aangan/web/table/column.tsx';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { auditReviewContract as contract } from './review.contract.ts';
import { useAcknowledge } from './use-acknowledge.web.ts';

type Row = OutputOf<typeof contract.mine>['rows'][number];

/** /my-audit/list: published audits about the teacher who reads it. */
export function MyAudits() {
  const query = useQuery(contract.mine, {});
  const acknowledge = useAcknowledge();
  return (
    <PageFrame title="My audits" context="centre">
      <QueryState query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No audits about you." help="They stand here once they are published." />
          ) : (
            <Section flush>
              <ShortTable<Row>
                label="My audits"
                rows={rows}
                keyOf={(row) => row.id}
                columns={[
                  textColumn(
                    'number',
                    'Audit',
                    (row) => (
                      <Anchor component={Link} to={`/my-audit/viewAudit/${row.id}`} size="sm">
                        {row.number}
                      </Anchor>
                    ),
                    { second: (row) => row.type },
                  ),
                  dayColumn('auditOn', 'Day', (row) => row.auditOn),
                  textColumn('score', 'Score', (row) =>
                    row.finalBp === null ? 'Not scored' : `${formatPercent(row.finalBp)} ${row.band ?? ''}`,
                  ),
                  instantColumn('acknowledgedAt', 'Read', (row) => row.acknowledgedAt),
                  buttonColumn<Row>('I have read it', {
                    says: (row) => `I have read it: ${row.number}`,
                    run: (row) => acknowledge.run({ id: row.id }),
                    when: (row) => row.acknowledgedAt === null,
                  }),
                ]}
              />
            </Section>
          )
        }
      </QueryState>
    </PageFrame>
  );
}
