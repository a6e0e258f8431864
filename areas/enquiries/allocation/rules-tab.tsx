// Rules in the order they are asked; dragging (or the arrows) changes it. The dry run says which one takes a lead.

import { useQuery } from '@aangan/web/api/use-query.ts';
import { formatCount } from '@aangan/web/format.ts';
import { EmptyState } from '@aangan/web/ui/empty-state.tsx';
import { icon, smallIcon } from '@aangan/web/ui/icon.ts';
import { OrderButtons } from '@aangan/web/ui/order-line.tsx';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconGripVertical, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStep } from '../enquiry/use-step.web.ts';
import classes from './allocation.module.css';
import { allocationRuleContract, type RuleRow } from './allocation-rule.contract.ts';
import { WhichRule } from './which-rule.tsx';

const NEW_RULE = '/forms/settings/autoallocation/new';

export function RulesTab() {
  const rules = useQuery(allocationRuleContract.list, {});
  return (
    <QueryState query={rules}>
      {({ rows, can }) => (
        <Stack gap="md">
          <Section
            title="Allocation rules"
            help="The first rule that holds for a lead decides. The network’s come after the centre’s own."
            flush
            actions={
              can['add'] && rows.length > 0 ? (
                <Button component={Link} to={NEW_RULE} size="compact-md" leftSection={<IconPlus {...icon} />}>
                  Add rule
                </Button>
              ) : null
            }
          >
            {rows.length === 0 ? (
              <EmptyState
                title="No rule yet"
                help="Without a rule, leads from outside wait in the queue for the centre head."
                {...(can['add'] ? { action: { label: 'Add rule', to: NEW_RULE } } : {})}
              />
            ) : (
              <RuleList rows={rows} />
            )}
          </Section>
          <WhichRule />
        </Stack>
      )}
    </QueryState>
  );
}

function RuleList({ rows }: { rows: readonly RuleRow[] }) {
  const own = rows.filter((row) => row.can['change']).map((row) => row.id);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const reorder = useStep(allocationRuleContract.reorder, 'The order is saved.');
  const drop = (target: string) => {
    const to = own.indexOf(target);
    if (dragged && to >= 0 && dragged !== target)
      void reorder.run({ ids: own.filter((one) => one !== dragged).toSpliced(to, 0, dragged) });
    setDragged(null);
    setOver(null);
  };
  return (
    <ol className={classes.rules}>
      {rows.map((row, index) => {
        const movable = row.can['change'] === true && own.length > 1;
        return (
          <li
            key={row.id}
            className={classes.rule}
            draggable={movable}
            data-over={over === row.id && dragged !== row.id}
            data-off={!row.active}
            onDragStart={() => setDragged(row.id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (!dragged || !movable) return;
              event.preventDefault();
              setOver(row.id);
            }}
            onDrop={() => drop(row.id)}
          >
            <span className={classes.grip}>
              {movable ? <IconGripVertical {...smallIcon} /> : <span style={{ width: 16 }} />}
              <Text span className="figures">
                {index + 1}
              </Text>
            </span>
            <RuleWords row={row} />
            <Group gap={2} wrap="nowrap" style={movable ? undefined : { visibility: 'hidden' }}>
              <OrderButtons
                name={row.name}
                ids={own}
                id={row.id}
                disabled={!movable}
                onOrder={(ids) => void reorder.run({ ids })}
              />
            </Group>
          </li>
        );
      })}
    </ol>
  );
}

const NAMED = 4;

const peopleText = (names: readonly string[]): string =>
  names.length === 0
    ? 'nobody'
    : names.length > NAMED
      ? `${names.slice(0, NAMED - 1).join(', ')} and ${names.length - NAMED + 1} more`
      : names.join(', ');

function RuleWords({ row }: { row: RuleRow }) {
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Anchor component={Link} to={`/forms/settings/autoallocation/${row.id}`} fw={500}>
          {row.name}
        </Anchor>
        {row.network && <Tag tone="info">Network</Tag>}
        {!row.active && <Tag tone="neutral">Not in use</Tag>}
      </Group>
      <Text fz="sm">
        {row.conditions.length === 0
          ? 'Every lead'
          : row.conditions.map((one) => `${one.label}: ${one.value}`).join(' · ')}
      </Text>
      <Text fz="sm" className="quiet">
        {[
          row.mode,
          peopleText(row.members),
          row.fallback.toLowerCase(),
          `${formatCount(row.leads30)} leads in 30 days`,
        ].join(' · ')}
      </Text>
    </Stack>
  );
}
