import { formatDay } from '@aangan/web/format.ts';
import { type Column, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { ActionIcon, Button, Group, NumberInput, Select, Stack, Switch, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { optionsOfRows } from '../enquiry/choice-filter.web.ts';
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
  const move = (member: Member, step: -1 | 1) => {
    const next = members.filter((one) => one !== member);
    next.splice(members.indexOf(member) + step, 0, member);
    onChange(next);
  };
  const limit = (
    name: 'weight' | 'dailyQuota' | 'maxOpen',
    head: string,
    {
      label,
      range: [min, max],
      disabled: off,
    }: { label: string; range: readonly [number, number]; disabled: boolean },
  ): Column<Member> => ({
    id: name,
    label: head,
    width: 100,
    cell: (member) => (
      <NumberInput
        aria-label={label}
        size="sm"
        value={member[name]}
        min={min}
        max={max}
        allowDecimal={false}
        clampBehavior="blur"
        disabled={off}
        onChange={(next) => typeof next === 'number' && set(member.userId, { [name]: next })}
      />
    ),
  });
  const free = choices.people.filter((person) => !members.some((one) => one.userId === person.id));
  return (
    <Stack gap="xs">
      {members.length > 0 && (
        <ShortTable
          label="People of the rule"
          rows={members}
          keyOf={(member) => member.userId}
          minWidth={620}
          columns={[
            textColumn<Member>('who', 'Person', (member) => (
              <Who person={choices.people.find((one) => one.id === member.userId)} member={member} />
            )),
            limit('weight', 'Weight', {
              label: 'Weight',
              range: [1, 10],
              disabled: disabled || rule.mode === 'FIXED',
            }),
            limit('dailyQuota', 'A day', { label: 'Leads a day', range: [1, 300], disabled }),
            limit('maxOpen', 'Open', { label: 'Open enquiries', range: [20, 1000], disabled }),
            {
              id: 'active',
              label: 'Takes',
              width: 80,
              cell: (member) => (
                <Switch
                  aria-label="Takes leads"
                  checked={member.active}
                  disabled={disabled}
                  onChange={(event) => set(member.userId, { active: event.currentTarget.checked })}
                />
              ),
            },
            {
              id: 'do',
              label: '',
              width: 110,
              cell: (member) =>
                !disabled && (
                  <Group gap={2} wrap="nowrap" justify="flex-end">
                    <Action label="Up" hidden={member === members[0]} run={() => move(member, -1)}>
                      <IconArrowUp {...smallIcon} />
                    </Action>
                    <Action label="Down" hidden={member === members.at(-1)} run={() => move(member, 1)}>
                      <IconArrowDown {...smallIcon} />
                    </Action>
                    <Action
                      label="Take out"
                      run={() => onChange(members.filter((one) => one.userId !== member.userId))}
                    >
                      <IconTrash {...smallIcon} />
                    </Action>
                  </Group>
                ),
            },
          ]}
        />
      )}
      {!disabled && (
        <Group gap="sm" align="flex-end">
          <Select
            label="Add a person"
            placeholder="Choose"
            data={optionsOfRows(free)}
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
