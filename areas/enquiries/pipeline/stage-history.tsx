import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Group, Stack, Text } from '@mantine/core';
import type { EnquiryFull } from '../enquiry/enquiry-row.ts';
import { stageLabel } from '../enquiry/stage-label.ts';
import type { StageColour } from './stage-words.ts';
import { durationText } from './stage-words.ts';

type Line = EnquiryFull['stages'][number];

const vias: Readonly<Record<string, string>> = {
  SYSTEM: 'Admissions',
  INTAKE: 'Arrived',
  UPLOAD: 'Upload',
};

/** The stages with how long each lasted; the last one lasts still. */
export function StageHistory({
  lines,
  colours,
}: {
  lines: readonly Line[];
  colours: ReadonlyMap<string, StageColour>;
}) {
  const moved = lines.filter(
    (line, i) => i === 0 || line.toStage !== line.fromStage || line.action === 'reschedule',
  );
  return (
    <Stack gap="sm">
      {moved.map((line, i) => {
        const next = moved[i + 1];
        return (
          <Stack key={`${line.at} ${line.toStage}`} gap={2}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Group gap="xs" miw={0}>
                <Tag tone={colours.get(line.toStage) ?? 'neutral'}>{stageLabel(line.toStage)}</Tag>
                {line.cycle > 1 && (
                  <Text span size="xs" className="quiet">
                    {`cycle ${line.cycle}`}
                  </Text>
                )}
              </Group>
              <Text span size="sm" className="figures" style={{ whiteSpace: 'nowrap' }}>
                {next ? `stayed ${durationText(next.seconds)}` : 'there now'}
              </Text>
            </Group>
            <Text size="xs" className="quiet">
              <InstantText at={line.at} />
              {` · ${line.by ?? vias[line.via] ?? 'Aangan'}`}
            </Text>
            {line.reason && <Text size="sm">{line.reason}</Text>}
          </Stack>
        );
      })}
    </Stack>
  );
}
