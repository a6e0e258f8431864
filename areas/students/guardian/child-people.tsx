import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { ActionMenu } from '@aangan/web/ui/page-frame.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { DateText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Avatar, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { studentFileContract } from '../student/student-file.contract.ts';
import { relationLabels } from '../student/student-look.tsx';
import { childPeopleContract } from './guardian.contract.ts';

type Person = OutputOf<typeof studentFileContract.papers>['people'][number];
const ordinals = ['First', 'Second', 'Third'];

/** Who is called in an emergency and who may come to the gate. */
export function ChildPeople({
  studentId,
  people,
  may,
}: {
  studentId: string;
  people: readonly Person[];
  may: boolean;
}) {
  const [asked, setAsked] = useState<{ what: Person['what']; person: Person | null } | null>(null);
  const options = {
    refresh: ['student-document', 'student'],
    onDone: () => notice.ok('The list is changed.'),
    onError: notice.error,
  };
  const remove = useCommand(childPeopleContract.removeContact, options);
  const end = useCommand(childPeopleContract.endPickup, options);
  const calls = people.filter((one) => one.what === 'CALL').length;
  return (
    <Section
      title="People to call and at the gate"
      flush={people.length > 0}
      actions={
        may ? (
          <Group gap="xs">
            {calls < 3 ? (
              <Button
                variant="default"
                size="compact-md"
                onClick={() => setAsked({ what: 'CALL', person: null })}
              >
                Add call contact
              </Button>
            ) : null}
            <Button size="compact-md" onClick={() => setAsked({ what: 'GATE', person: null })}>
              Add pick-up person
            </Button>
          </Group>
        ) : null
      }
    >
      {people.length === 0 ? (
        <EmptyState title="Nobody yet" help="People named in the admission form come here by themselves." />
      ) : (
        <Table.ScrollContainer minWidth={420}>
          <Table horizontalSpacing="md">
            <Table.Tbody>
              {people.map((person) => (
                <Table.Tr key={person.id}>
                  <Table.Td>
                    <Group gap="sm" wrap="nowrap">
                      <Avatar src={person.photoUrl} name={person.name} size={36} alt="" />
                      <Stack gap={0}>
                        <Text size="sm" fw={500}>
                          {person.name}
                        </Text>
                        <Text size="xs" c="dimmed">
                          {relationLabels[person.relation]}
                        </Text>
                      </Stack>
                    </Group>
                  </Table.Td>
                  <Table.Td>
                    {person.what === 'GATE'
                      ? 'May pick up'
                      : `${ordinals[(person.ordinal ?? 1) - 1]} to call`}
                    {person.validTo ? (
                      <Text size="xs" c="dimmed">
                        until <DateText day={person.validTo} />
                      </Text>
                    ) : null}
                  </Table.Td>
                  <Table.Td>
                    <PhoneText phone={person.mobile} />
                  </Table.Td>
                  <Table.Td ta="end">
                    <ActionMenu
                      label={`More about ${person.name}`}
                      actions={[
                        { label: 'Edit', run: () => setAsked({ what: person.what, person }), hidden: !may },
                        {
                          label: person.what === 'GATE' ? 'May not pick up any more' : 'Remove',
                          danger: true,
                          hidden: !may,
                          run: () => void (person.what === 'GATE' ? end : remove).run({ id: person.id }),
                        },
                      ]}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {asked ? (
        <PersonDialog studentId={studentId} calls={calls} {...asked} onClose={() => setAsked(null)} />
      ) : null}
    </Section>
  );
}

interface PersonDialogProps {
  studentId: string;
  calls: number;
  what: Person['what'];
  person: Person | null;
  onClose: () => void;
}

function PersonDialog({ studentId, calls, what, person, onClose }: PersonDialogProps) {
  const shared = { refresh: ['student-document', 'student'], done: 'The list is changed.', onClose };
  const known = person && {
    name: person.name,
    relation: person.relation as 'MOTHER',
    mobile: person.mobile,
  };
  if (what === 'CALL')
    return (
      <CommandDialog
        {...shared}
        of={childPeopleContract.saveContact}
        title={person ? `Edit ${person.name}` : 'Add somebody to call'}
        confirm="Save"
        start={{ studentId, ordinal: String(person?.ordinal ?? calls + 1) as '1', ...known }}
      />
    );
  return (
    <CommandDialog
      {...shared}
      of={childPeopleContract.savePickup}
      title={person ? `Edit ${person.name}` : 'Add a pick-up person'}
      text="Without a photo chosen here, none is shown at the gate."
      confirm="Save"
      start={{ studentId, ...(person ? { id: person.id, validTo: person.validTo } : {}), ...known }}
    />
  );
}
