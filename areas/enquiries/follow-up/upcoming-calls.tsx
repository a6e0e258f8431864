import { formatCount } from '@aangan/web/format.ts';
import { Section } from '@aangan/web/ui/section.tsx';
import { Group, Stack, Text } from '@mantine/core';
import { stageLabel } from '../enquiry/stage-label.ts';
import type { QueueRow } from './follow-up-work.contract.ts';

/** Whose calls come next. */
export function UpcomingCalls({ title, rows }: { title: string; rows: readonly QueueRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Section title={title}>
      <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {rows.map((row) => (
          <li key={row.id}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <div style={{ minWidth: 0 }}>
                <Text truncate>
                  {row.childName} <span className="quiet">{row.className}</span>
                </Text>
                <Text fz="xs" className="quiet" truncate>
                  {row.skipped ? 'Skipped · ' : ''}
                  {row.reasons.join(' · ') || stageLabel(row.stage)}
                </Text>
              </div>
              <Text fz="sm" className="quiet figures" style={{ flexShrink: 0 }}>
                {formatCount(row.score)} points
              </Text>
            </Group>
          </li>
        ))}
      </Stack>
    </Section>
  );
}
