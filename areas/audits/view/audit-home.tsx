import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatDay, formatPercent } from '@aangan/web/format.ts';
import { listLink } from '@aangan/web/list/list-state.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { TilesSkeleton } from '@aangan/web/ui/skeletons.tsx';
import { Tile, TileRow } from '@aangan/web/ui/tile.tsx';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import '../audits-look.tsx';
import { auditContract } from '../engine/audit.contract.ts';
import { auditsModules as m } from '../modules.ts';
import { CentreChoice } from '../runner/centre-choice.tsx';
import { viewPath } from './audit-paths.ts';
import { AuditStatus } from './audit-status.tsx';
import { centreAuditsContract as contract } from './centre-audits.contract.ts';

type Home = OutputOf<typeof contract.home>;
type Side = 'audit' | 'general';

const CLOSURES = '/general-audit/closure-list';
const paths = {
  audit: { title: 'Audits', all: '/audit/list', drafts: '/audit/auditDrafts' },
  general: {
    title: 'General audits',
    all: '/general-audit/generalAudits/all',
    drafts: '/general-audit/generalAudits/draft',
  },
} as const;

/** /audit */
export const AuditHome = () => <Board side="audit" />;
/** /general-audit/audit */
export const GeneralAuditHome = () => <Board side="general" />;

function Board({ side }: { side: Side }) {
  const query = useQuery(contract.home, { side }, { fresh: 0 });
  const { holds } = useSession();
  const { title, all, drafts } = paths[side];
  // A centre that only answers general audits reads the published ones.
  const lists = side === 'audit' || holds(m.GeneralAudit, false);
  const listed = lists ? all : '/general-audit/audit-report-list';
  const answers = holds(m.AuditResponse, true);
  const reviews = holds(m.AuditReview, true);
  const board = answers ? '/general-audit/add-reponse' : CLOSURES;
  const starts = holds(side === 'audit' ? m.CenterHeadAudit : m.GeneralAudit, true);
  return (
    <PageFrame title={title} context="centre">
      <QueryState query={query} skeleton={<TilesSkeleton tiles={4} />}>
        {(home) => (
          <Stack gap="md">
            <TileRow>
              {lists ? (
                <>
                  <Tile label="My drafts" value={home.drafts} to={listLink(drafts, { status: 'DRAFT' })} />
                  <Tile
                    label="Returned to me"
                    value={home.returned}
                    to={listLink(drafts, { status: 'RETURNED' })}
                  />
                </>
              ) : null}
              {lists && reviews ? (
                <Tile label="To review" value={home.toReview} to={listLink(all, { status: 'SUBMITTED' })} />
              ) : null}
              {answers || reviews ? (
                <>
                  <Tile
                    label="Findings to answer"
                    value={home.toAnswer}
                    to={listLink(board, { status: ['OPEN', 'RETURNED'] })}
                  />
                  <Tile label="Overdue" value={home.overdue} to={listLink(board, { overdue: 'YES' })} />
                </>
              ) : null}
              {reviews ? (
                <Tile
                  label="Findings to verify"
                  value={home.toVerify}
                  to={listLink(CLOSURES, { status: ['RESPONDED', 'VERIFIED'] })}
                />
              ) : null}
              {lists && (answers || reviews) ? null : (
                <Tile
                  label="Published"
                  value={home.published}
                  to={lists ? `${all}?status=PUBLISHED&status=CLOSED` : listed}
                />
              )}
            </TileRow>
            {starts ? <Kinds side={side} /> : null}
            <Last rows={home.last} all={listed} />
          </Stack>
        )}
      </QueryState>
    </PageFrame>
  );
}

function Kinds({ side }: { side: Side }) {
  const { franchisee } = useSession();
  const query = useQuery(auditContract.choices, {}, { enabled: franchisee !== null });
  if (!franchisee)
    return (
      <Section title="Start an audit">
        <CentreChoice />
      </Section>
    );
  return (
    <Section title="Start an audit">
      <QueryState query={query}>
        {({ types }) => (
          <Group gap="lg">
            {types
              .filter(({ family }) => (family === 'GENERAL') === (side === 'general'))
              .map(({ id, name, slug }) => (
                <Anchor
                  key={id}
                  component={Link}
                  to={side === 'general' ? `/general-audit/add-audit?type=${slug}` : `/audit/add/${slug}`}
                >
                  <Group gap={4}>
                    <IconPlus {...icon} />
                    {name}
                  </Group>
                </Anchor>
              ))}
            {types.length === 0 ? <Text c="dimmed">No kind of audit is yours to start.</Text> : null}
          </Group>
        )}
      </QueryState>
    </Section>
  );
}

const Last = ({ rows, all }: { rows: Home['last']; all: string }) => (
  <Section
    title="Last audits"
    flush
    actions={
      <Anchor component={Link} to={all} size="sm">
        All
      </Anchor>
    }
  >
    {rows.length === 0 ? (
      <Text c="dimmed" p="md">
        No audits yet.
      </Text>
    ) : (
      <ShortTable<Home['last'][number]>
        label="Last audits"
        rows={rows}
        keyOf={(row) => row.auditId}
        columns={[
          textColumn(
            'number',
            'Audit',
            (row) => (
              <Anchor component={Link} to={viewPath(row.family, row.auditId)} size="sm">
                {row.number}
              </Anchor>
            ),
            { second: (row) => `${row.centre} · ${row.type} · ${formatDay(row.auditOn)}` },
          ),
          textColumn(
            'score',
            'Score',
            (row) => (row.finalBp === null ? '–' : `${formatPercent(row.finalBp)} ${row.band ?? ''}`),
            { align: 'end', width: 100 },
          ),
          textColumn('status', 'Status', (row) => <AuditStatus family={row.family} status={row.status} />, {
            width: 130,
            card: 'state',
          }),
        ]}
        minWidth={330}
      />
    )}
  </Section>
);
