import type { Endpoint } from '@aangan/contract/endpoint.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { useList } from '@aangan/web/list/use-list.ts';
import { type ListingRow, ListingTable, listingFilters } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useNavigate, useParams } from 'react-router';
import { auditContract } from '../engine/audit.contract.ts';
import { auditLabels } from '../engine/audit.states.ts';
import { auditsModules as m } from '../modules.ts';
import { runPath } from '../runner/runner-paths.ts';
import { takeAlong } from '../runner/take-along.web.ts';
import { audits } from './audit.listing.ts';
import { viewPath } from './audit-paths.ts';
import { AuditStatus } from './audit-status.tsx';

type Row = ListingRow<typeof audits.endpoints.list>;
type Input = Readonly<Record<string, unknown>>;

/** The audits of some filter that the screen fixes; the others are left to choose. */
function AuditList({ title, fixed, newLink }: { title: string; fixed: Input; newLink?: string | undefined }) {
  const navigate = useNavigate();
  const general = fixed['family'] === 'GENERAL';
  // General audits are told by the specification's three words, the finer state stands under them.
  const filters = useMemo(
    () =>
      listingFilters(audits).filter(
        ({ name }) => !(name in fixed) && (name !== 'generalStatus' || (general && !('status' in fixed))),
      ),
    [fixed, general],
  );
  const list = useList(audits.endpoints.list as Endpoint, { filters, sort: audits.sort, input: fixed });
  const pathOf = (row: Row) => (row.can.answer ? runPath(row.family, row.id) : viewPath(row.family, row.id));
  return (
    <PageFrame
      title={title}
      count={list.total ?? undefined}
      fill
      context="centre"
      primary={newLink ? { label: 'New audit', icon: <IconPlus {...icon} />, to: newLink } : undefined}
    >
      <ListingTable
        of={audits}
        list={list as never}
        cells={{
          number: { second: (row: Row) => row.centre },
          centre: { hidden: true },
          status: {
            cell: (row: Row) => <AuditStatus family={row.family} status={row.status} />,
            second: (row: Row) => {
              const answered = row.can.answer ? `${row.answered} of ${row.total}` : undefined;
              return general && row.generalStatus === 'IN-PROGRESS'
                ? [auditLabels[row.status], answered].filter(Boolean).join(', ')
                : answered;
            },
          },
        }}
        rowLink={pathOf}
        actions={(row: Row) => [
          {
            label: 'Continue',
            frequent: true,
            edit: true,
            hidden: !row.can.answer,
            run: () => void navigate(runPath(row.family, row.id)),
          },
          {
            label: 'Take along',
            hidden: !row.can.answer,
            run: () => void takeAlong(row.id),
          },
          { label: 'Open', run: () => void navigate(viewPath(row.family, row.id)) },
        ]}
        searchHint="Number, kind, centre or person"
        empty={{ title: 'No audits here.', help: 'What was started, handed in or published stands here.' }}
      />
    </PageFrame>
  );
}

const GENERAL: Input = { family: 'GENERAL' };
const ACADEMIC: Input = { family: ['CENTRE_HEAD', 'AMS'] };
const DRAFTS = ['DRAFT', 'RETURNED'];
const ACADEMIC_DRAFTS: Input = { ...ACADEMIC, status: DRAFTS };
const GENERAL_DRAFTS: Input = { ...GENERAL, status: DRAFTS };
const REPORTS: Input = { ...GENERAL, status: ['PUBLISHED', 'CLOSED'] };
const NEW_GENERAL = '/general-audit/add-audit';

const useNewGeneral = () => (useSession().holds(m.GeneralAudit, true) ? NEW_GENERAL : undefined);

export const AllAudits = () => <AuditList title="All audits" fixed={ACADEMIC} />;
export const AuditDrafts = () => <AuditList title="Drafts" fixed={ACADEMIC_DRAFTS} />;
export const GeneralAudits = () => (
  <AuditList title="All general audits" fixed={GENERAL} newLink={useNewGeneral()} />
);
export const GeneralDrafts = () => (
  <AuditList title="Drafts of general audits" fixed={GENERAL_DRAFTS} newLink={useNewGeneral()} />
);
export const AuditReports = () => <AuditList title="Audit reports" fixed={REPORTS} />;

/** /audit/acadAudits/{type}: a kind of audit by its short name; asked of the kinds this person starts, or of those there are. */
export function AuditsOfKind() {
  const { type: slug = '' } = useParams();
  const query = useQuery(auditContract.kind, { slug });
  const starts = useSession().holds(m.CenterHeadAudit, true);
  return (
    <QueryState query={query}>
      {({ kind }) =>
        kind === null ? (
          <PageFrame title="Audits">
            <EmptyState title="No such audit type yet" help="Audit types are made under Audit categories." />
          </PageFrame>
        ) : (
          <KindList kind={kind} newLink={starts ? `/audit/add/${slug}` : undefined} />
        )
      }
    </QueryState>
  );
}

function KindList({ kind, newLink }: { kind: { id: string; name: string }; newLink: string | undefined }) {
  const fixed = useMemo(() => ({ typeId: kind.id }), [kind.id]);
  return <AuditList title={kind.name} fixed={fixed} newLink={newLink} />;
}
