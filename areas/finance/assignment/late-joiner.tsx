import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { Alert, Stack } from '@mantine/core';
import type { ScheduleView } from '../fee-plan/fee-plan.contract.ts';
import { type JoinProration, joinProrations, joinProrationTitles } from '../fee-plan/plan-shape.ts';

const options = joinProrations.map((value) => ({ value, label: joinProrationTitles[value] }));

interface LateJoinerProps {
  joinsOn: string;
  lines: ScheduleView['lines'];
  value: JoinProration;
  onChange: (value: JoinProration) => void;
}

/** What a child pays of instalments that lie before its first day: offered when several fall due at once. */
export function LateJoiner({ joinsOn, lines, value, onChange }: LateJoinerProps) {
  const atOnce = new Set(lines.filter((line) => line.dueOn <= joinsOn).map((line) => line.seq)).size;
  if (atOnce < 2 && value === 'NONE') return null;
  return (
    <Stack gap="xs" mt="sm">
      {atOnce > 1 ? (
        <Alert color="warning">
          {`The child joins late: ${atOnce} instalments fall due on the first day. Choose what it pays of the time before.`}
        </Alert>
      ) : null}
      <FieldInput
        kind="choice"
        name="joinProration"
        label="A late joiner pays"
        options={options}
        value={value}
        onChange={(next) => onChange((next as JoinProration | null) ?? 'NONE')}
      />
    </Stack>
  );
}
