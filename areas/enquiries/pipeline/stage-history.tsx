import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { InstantText } from '@aangan/web/ui/values.tsx';
import { Table, Text } from '@mantine/core';
import type { StageColour } from './stage-words.ts';
import { durationText } from './stage-words.ts';

interface Line {
  at: string;
  by: string | null;
  via: string;
  action: string;
  fromStage: string | null;
  toStage: string;
  seconds: number | null;
  reason: string | null;
  cycle: number;
}

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
    <Table.ScrollContainer minWidth={420}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Stage</Table.Th>
            <Table.Th>Since</Table.Th>
            <Table.Th ta="end">Stayed</Table.Th>
            <Table.Th>By</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {moved.map((line, i) => {
            const next = moved[i + 1];
            return (
              <Table.Tr key={`${line.at} ${line.toStage}`}>
                <Table.Td>
                  <Tag tone={colours.get(line.toStage) ?? 'neutral'}>{line.toStage}</Tag>
                  {line.cycle > 1 && (
                    <Text span size="xs" className="quiet">
                      {` cycle ${line.cycle}`}
                    </Text>
                  )}
                  {line.reason && (
                    <Text size="xs" className="quiet">
                      {line.reason}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <InstantText at={line.at} />
                </Table.Td>
                <Table.Td ta="end" className="figures">
                  {next ? durationText(next.seconds) : 'now'}
                </Table.Td>
                <Table.Td>{line.by ?? vias[line.via] ?? '–'}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
