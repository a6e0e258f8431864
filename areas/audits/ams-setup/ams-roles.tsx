import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { buttonColumn, ShortTable } from '@aangan/web/table/short-table.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type AmsPartRow, amsRoleContract as contract } from './ams-role.contract.ts';
import { amsParts } from './ams-words.ts';

const help = {
  AM: 'Visits the centres allocated to them.',
  ZM: 'Allocates the centres of a zone and approves what is planned there.',
  NATIONAL_HEAD: 'Sees the visits of every zone.',
} as const;

/** /amsv1/roleConfiguration: whose people may be academic manager, zone manager and national head. */
export function AmsRoles() {
  const query = useQuery(contract.list, {});
  const [adding, add] = useState<AmsPartRow | null>(null);
  const mayWrite = useSession().holds(contract.add.module, true);
  return (
    <PageFrame title="AMS roles">
      <QueryState query={query}>
        {({ parts }) => (
          <Stack gap="md">
            {parts.map((part) => (
              <Part key={part.part} part={part} mayWrite={mayWrite} onAdd={() => add(part)} />
            ))}
          </Stack>
        )}
      </QueryState>
      {adding && (
        <CommandDialog
          of={contract.add}
          title={`Role for ${amsParts[adding.part].toLowerCase()}`}
          text="Its people can be chosen from now on. Nobody gets a right by it."
          confirm="Add role"
          start={{ part: adding.part }}
          fields={{
            roleId: {
              kind: 'reference',
              search: (q) =>
                Promise.resolve(
                  adding.others.filter(({ label }) => label.toLowerCase().includes(q.toLowerCase())),
                ),
            },
          }}
          done="The role is added."
          onClose={() => add(null)}
        />
      )}
    </PageFrame>
  );
}

function Part({ part, mayWrite, onAdd }: { part: AmsPartRow; mayWrite: boolean; onAdd: () => void }) {
  const ask = useConfirm();
  const remove = useCommand(contract.remove, {
    onDone: () => notice.ok('The role is taken away.'),
    onError: (error) => notice.error(error),
  });
  const askRemove = async ({ id, label }: AmsPartRow['roles'][number]) => {
    const sure = await ask({
      title: `Take ${label} away?`,
      text: `Its people can no longer be chosen as ${amsParts[part.part].toLowerCase()}.`,
      confirm: 'Take away',
      danger: true,
    });
    if (sure) await remove.run({ part: part.part, roleId: id });
  };
  return (
    <Section
      title={amsParts[part.part]}
      help={help[part.part]}
      flush={part.roles.length > 0}
      actions={
        mayWrite && part.others.length > 0 ? (
          <Button variant="default" onClick={onAdd}>
            Add role
          </Button>
        ) : null
      }
    >
      {part.roles.length === 0 ? (
        <Text className="quiet">No role has this part, so nobody can be chosen for it.</Text>
      ) : (
        <ShortTable
          label={`Roles for ${amsParts[part.part].toLowerCase()}`}
          rows={part.roles}
          keyOf={(role) => role.id}
          minWidth={320}
          columns={[
            { id: 'role', label: 'Role', cell: (role) => role.label },
            { id: 'people', label: 'People', align: 'end', width: 120, cell: (role) => role.people },
            buttonColumn<AmsPartRow['roles'][number]>('Take away', {
              says: (role) => `Take away ${role.label}`,
              run: (role) => void askRemove(role),
              when: () => mayWrite,
            }),
          ]}
        />
      )}
    </Section>
  );
}
