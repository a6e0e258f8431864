import { Section } from '@aangan/web/ui/section.tsx';
import { Money } from '@aangan/web/ui/values.tsx';
import { Divider, Group, Stack, Text } from '@mantine/core';
import { cellOf, type FeeTypeChoice, type PlanBody } from './plan-draft.ts';

/** What a family would see of each option. */
export function PlanTotals({ body, types }: { body: PlanBody; types: ReadonlyMap<string, FeeTypeChoice> }) {
  const total = body.components.reduce((sum, c) => sum + c.amount, 0);
  const bearing = body.components.reduce((sum, c) => (c.royaltyBase === 'NONE' ? sum : sum + c.amount), 0);
  return (
    <Section title="What the parent pays">
      <Stack gap="xs">
        {body.components.map((c) => (
          <Row key={c.id} label={types.get(c.feeTypeId)?.name ?? ''} paise={c.amount} />
        ))}
        <Divider />
        <Row label="Whole year" paise={total} strong />
        <Row label="Of that bearing royalty" paise={bearing} />
        {body.options.map((option) => (
          <Stack key={option.id} gap={2} mt="xs">
            <Text size="sm" fw={600}>
              {option.name}
            </Text>
            {[...option.instalments]
              .sort((a, b) => a.seq - b.seq)
              .map((one) => (
                <Row
                  key={one.seq}
                  label={one.label}
                  paise={body.components.reduce((sum, c) => sum + cellOf(option.cells, c.id, one.seq), 0)}
                />
              ))}
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}

const Row = ({ label, paise, strong = false }: { label: string; paise: number; strong?: boolean }) => (
  <Group justify="space-between" wrap="nowrap" gap="sm">
    <Text size="sm" fw={strong ? 700 : 400}>
      {label}
    </Text>
    <Text size="sm" fw={strong ? 700 : 400} component="span">
      <Money paise={paise} />
    </Text>
  </Group>
);
