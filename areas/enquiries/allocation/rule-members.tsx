import { formatDay } from '@aangan/web/format.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { ActionIcon, Button, Group, NumberInput, Select, Stack, Switch, Table, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { RuleChoices, RuleInput } from './allocation-rule.contract.ts';

type Members = RuleInput['members'];
type Member = Members[number];

interface RuleMembersProps {
  rule: RuleInput;
  choices: RuleChoices;
  disabled: boolean;
  error: string | undefined;
  onChange: (members: Members) => void;
}

/** People of a rule in their order, with how much each may get. */
export function RuleMembers({ rule, choices, disabled, error, onChange }: RuleMembersProps) {
  const { members } = rule;
  const [adding, setAdding] = useState<string | null>(null);
  const set = (userId: string, part: Partial<Member>) =>
    onChange(members.map((one) => (one.userId === userId ? { ...one, ...part } : one)));
  const move = (index: number, step: -1 | 1) => {
    const next = [...members];
    const [one] = next.splice(index, 1);
    if (one) next.splice(index + step, 0, one);
    onChange(next);
  };
  const free = choices.people.filter((person) => !members.some((one) => one.userId === person.id));
  return (
    <Stack gap="xs">
      {members.length > 0 && (
        <Table.ScrollContainer minWidth={620}>
          <Table verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Person</Table.Th>
                <Table.Th w={90}>Weight</Table.Th>
                <Table.Th w={100}>A day</Table.Th>
                <Table.Th w={100}>Open</Table.Th>
                <Table.Th w={80}>Takes</Table.Th>
                <Table.Th w={110} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {members.map((member, index) => (
                <Table.Tr key={member.userId}>
                  <Table.Td>
                    <Who person={choices.people.find((one) => one.id === member.userId)} member={member} />
                  </Table.Td>
                  <Limit
                    label="Weight"
                    value={member.weight}
                    range={[1, 10]}
                    disabled={disabled || rule.mode === 'FIXED'}
                    onChange={(weight) => set(member.userId, { weight })}
                  />
                  <Limit
                    label="Leads a day"
                    value={member.dailyQuota}
                    range={[1, 300]}
                    disabled={disabled}
                    onChange={(dailyQuota) => set(member.userId, { dailyQuota })}
                  />
                  <Limit
                    label="Open enquiries"
                    value={member.maxOpen}
                    range={[20, 1000]}
                    disabled={disabled}
                    onChange={(maxOpen) => set(member.userId, { maxOpen })}
                  />
                  <Table.Td>
                    <Switch
                      aria-label="Takes leads"
                      checked={member.active}
                      disabled={disabled}
                      onChange={(event) => set(member.userId, { active: event.currentTarget.checked })}
                    />
                  </Table.Td>
                  <Table.Td>
                    {!disabled && (
                      <Group gap={2} wrap="nowrap" justify="flex-end">
                        <Action label="Up" hidden={index === 0} run={() => move(index, -1)}>
                          <IconArrowUp {...smallIcon} />
                        </Action>
                        <Action label="Down" hidden={index === members.length - 1} run={() => move(index, 1)}>
                          <IconArrowDown {...smallIcon} />
                        </Action>
                        <Action
                          label="Take out"
                          run={() => onChange(members.filter((one) => one.userId !== member.userId))}
                        >
                          <IconTrash {...smallIcon} />
                        </Action>
                      </Group>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {!disabled && (
        <Group gap="sm" align="flex-end">
          <Select
            label="Add a person"
            placeholder="Choose"
            data={free.map(({ id, name }) => ({ value: id, label: name }))}
            value={adding}
            onChange={setAdding}
            searchable
            nothingFoundMessage="Nobody else may change enquiries here"
            error={error}
            maw={320}
            style={{ flexGrow: 1 }}
          />
          <Button
            variant="default"
            disabled={adding === null}
            onClick={() => {
              if (adding)
                onChange([
                  ...members,
                  { userId: adding, weight: 1, dailyQuota: 30, maxOpen: 150, active: true },
                ]);
              setAdding(null);
            }}
          >
            Add
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Who({ person, member }: { person: RuleChoices['people'][number] | undefined; member: Member }) {
  return (
    <>
      <Text fw={500}>{person?.name ?? 'Somebody who may not change enquiries here'}</Text>
      {person && (
        <Text fz="sm" className="quiet figures">
          {`${person.today}/${member.dailyQuota} today · ${person.open}/${member.maxOpen} open`}
          {person.leaveUntil ? ` · away until ${formatDay(person.leaveUntil)}` : ''}
        </Text>
      )}
    </>
  );
}

interface LimitProps {
  label: string;
  value: number;
  range: readonly [number, number];
  disabled: boolean;
  onChange: (value: number) => void;
}

function Limit({ label, value, range: [min, max], disabled, onChange }: LimitProps) {
  return (
    <Table.Td>
      <NumberInput
        aria-label={label}
        size="sm"
        value={value}
        min={min}
        max={max}
        allowDecimal={false}
        clampBehavior="blur"
        disabled={disabled}
        onChange={(next) => {
          if (typeof next === 'number') onChange(next);
        }}
      />
    </Table.Td>
  );
}

interface ActionProps {
  label: string;
  hidden?: boolean;
  run: () => void;
  children: React.ReactNode;
}

function Action({ label, hidden = false, run, children }: ActionProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      onClick={run}
      style={hidden ? { visibility: 'hidden' } : undefined}
    >
      {children}
    </ActionIcon>
  );
}
