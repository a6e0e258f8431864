import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { icon } from '@aangan/web/ui/icon.ts';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { matrixContract } from '../matrix/matrix.contract.ts';
import { assignLabels, ticketGroupContract as contract, type GroupRow } from './ticket-group.contract.ts';

/** Tab Groups: who belongs together and leads. */
export function Groups({ tabs }: { tabs: ReactNode }) {
  const query = useQuery(contract.list, {});
  const [edited, edit] = useState<GroupRow | 'new' | null>(null);
  const mayWrite = useSession().holds(contract.create.module, true);
  const add = { label: 'Add group', run: () => edit('new'), icon: <IconPlus {...icon} /> };
  return (
    <PageFrame title="Ticket matrix" count={query.data?.rows.length} primary={mayWrite ? add : undefined}>
      {tabs}
      <QueryState query={query}>
        {({ rows }) => (
          <Section flush>
            <ShortTable
              label="Groups"
              rows={rows}
              keyOf={(row) => row.id}
              minWidth={820}
              columns={[
                {
                  id: 'name',
                  label: 'Group',
                  cell: (row) => row.name,
                  second: (row) => (row.department === row.name ? null : row.department),
                },
                { id: 'lead', label: 'Lead', cell: (row) => row.lead?.name ?? '–' },
                {
                  id: 'members',
                  label: 'Members',
                  cell: (row) =>
                    row.members.map(({ name }) => name).join(', ') || <Tag tone="warning">nobody</Tag>,
                },
                { id: 'assign', label: 'Gives out', cell: (row) => assignLabels[row.assign] },
                {
                  id: 'active',
                  label: 'Active',
                  cell: (row) => (row.active ? 'Yes' : <Tag tone="neutral">switched off</Tag>),
                },
                buttonColumn<GroupRow>('Edit', {
                  says: (row) => `Edit ${row.name}`,
                  run: edit,
                  when: () => mayWrite,
                }),
              ]}
            />
          </Section>
        )}
      </QueryState>
      {edited && <GroupDialog group={edited === 'new' ? null : edited} onClose={() => edit(null)} />}
    </PageFrame>
  );
}

function GroupDialog({ group, onClose }: { group: GroupRow | null; onClose: () => void }) {
  const choices = useQuery(matrixContract.choices, {});
  const agents = choices.data?.agents ?? [];
  const search = (q: string) =>
    Promise.resolve(agents.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase())));
  if (!choices.data) return null;
  const fields = {
    leadId: { search, chosenLabel: group?.lead?.name ?? null },
    memberIds: {
      search,
      chosenNames: Object.fromEntries((group?.members ?? []).map(({ id, name }) => [id, name])),
    },
  };
  const refresh = ['ticket-group', 'ticket-matrix'];
  if (group === null)
    return (
      <CommandDialog
        of={contract.create}
        title="Add group"
        confirm="Add group"
        start={{ active: true, memberIds: [], assign: 'LEAST_OPEN', maxOpen: 30 }}
        fields={fields}
        refresh={refresh}
        done="The group is added."
        onClose={onClose}
      />
    );
  const { id, name, department, lead, members, active, assign, maxOpen } = group;
  return (
    <CommandDialog
      of={contract.update}
      title={name}
      confirm="Save group"
      start={{
        id,
        name,
        department,
        active,
        assign,
        maxOpen,
        leadId: lead?.id ?? null,
        memberIds: members.map((member) => member.id),
      }}
      ifMatch={group.version}
      fields={fields}
      refresh={refresh}
      done="Saved."
      onClose={onClose}
    />
  );
}
