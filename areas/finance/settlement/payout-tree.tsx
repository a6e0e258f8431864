import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { formatPercent, formatRupees } from '@aangan/web/format.ts';
import { Money } from '@aangan/web/ui/values.tsx';
import { Accordion, Group, Stack, Text } from '@mantine/core';
import type { settlementContract } from './settlement.contract.ts';
import { lineKinds } from './settlement.states.ts';

type Payout = Pick<OutputOf<typeof settlementContract.get>, 'groups' | 'tds' | 'net'>;
type Leaf = Payout['groups'][number]['leaves'][number];

/** Why a payout is what it is: each group opens to its documents, a receipt to what it paid. They sum to the net. */
export const PayoutTree = ({ payout }: { payout: Payout }) => (
  <Stack gap="xs">
    <Accordion multiple variant="contained" chevronPosition="left">
      {payout.groups.map((group) => (
        <Accordion.Item key={group.kind} value={group.kind}>
          <Accordion.Control>
            <Group justify="space-between" wrap="nowrap" pr="sm">
              <Text>{`${lineKinds[group.kind]} (${group.leaves.length})`}</Text>
              <Money paise={group.amount} />
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <Stack gap="sm">
              {group.leaves.map((leaf) => (
                <LeafLine key={leaf.id} leaf={leaf} />
              ))}
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
    <Group justify="space-between" px="md">
      <Text fw={600}>Paid out</Text>
      <Text fw={600} component="div">
        <Money paise={payout.net} />
      </Text>
    </Group>
    {payout.tds.map((line) => (
      <Text key={line.document} size="sm" c="dimmed">
        {line.amount > 0
          ? `TDS to deduct on ${line.document}, section ${line.section}: ${formatPercent(line.rateBp)} of ${formatRupees(line.base)} before GST, and what the year owes so far: ${formatRupees(line.amount)}. It comes back on your certificate.`
          : `No TDS on ${line.document} (${formatRupees(line.base)} before GST): the year is below the threshold of section ${line.section}.`}
      </Text>
    ))}
  </Stack>
);

const LeafLine = ({ leaf }: { leaf: Leaf }) => (
  <Stack gap={2}>
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Text size="sm">{leaf.label}</Text>
        {leaf.detail ? (
          <Text size="sm" c="dimmed">
            {leaf.detail}
          </Text>
        ) : null}
      </div>
      <Text size="sm" component="div">
        <Money paise={leaf.amount} />
      </Text>
    </Group>
    {leaf.parts.map((part) => (
      <Group key={part.label} justify="space-between" wrap="nowrap" pl="md">
        <Text size="sm" c="dimmed">
          {part.label}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          <Money paise={part.amount} />
        </Text>
      </Group>
    ))}
  </Stack>
);
