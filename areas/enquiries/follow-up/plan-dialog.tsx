// Next dates of many: over which days, how many a day, and what that gives before anything is set.

import type { InputOf } from '@aangan/contract/endpoint.ts';
import { addDays, todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { FieldInput } from '@aangan/web/fields/field-input.tsx';
import { formatCount, formatDay, weekdayOf } from '@aangan/web/format.ts';
import { DialogFoot } from '@aangan/web/ui/dialog-foot.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { nextWorkingDay } from '../enquiry/cadence.ts';
import { PairTable } from '../enquiry/pair-table.tsx';
import { followUpWorkContract } from './follow-up-work.contract.ts';

type PlanInput = InputOf<typeof followUpWorkContract.plan>;
export type Choose = Pick<PlanInput, 'ids' | 'filters'>;

const DAYS_OFFERED = 3;

export function PlanDialog({ choose, onClose }: { choose: Choose; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Set the next date">
      <PlanForm choose={choose} onDone={onClose} />
    </Modal>
  );
}

function PlanForm({ choose, onDone }: { choose: Choose; onDone: () => void }) {
  const today = todayIst(new Date(serverNow()));
  const first = nextWorkingDay(today);
  const [from, setFrom] = useState<string>(first);
  const [to, setTo] = useState<string>(choose.filters ? addDays(first, DAYS_OFFERED) : first);
  const [perDay, setPerDay] = useState<number | null>(null);
  const input = { ...choose, spread: { from, to, ...(perDay ? { perDay } : {}) } };
  const preview = useQuery(followUpWorkContract.planPreview, input, { keepPrevious: true, fresh: 0 });
  const plan = useCommand(followUpWorkContract.plan, {
    refresh: ['enquiry'],
    onDone: (out) => {
      notice.ok(
        out.queued
          ? `${formatCount(out.total)} follow-ups are being moved.`
          : `${formatCount(out.moved)} follow-ups have a new date.`,
      );
      onDone();
    },
  });
  const day = (value: unknown): string => (typeof value === 'string' ? value : first);
  const set = (preview.data?.total ?? 0) - (preview.data?.over ?? 0);
  return (
    <Stack gap="md">
      <Group grow align="flex-start">
        <FieldInput
          kind="date"
          label="From"
          earliest={today}
          value={from}
          onChange={(value) => setFrom(day(value))}
        />
        <FieldInput
          kind="date"
          label="To"
          earliest={from}
          value={to}
          onChange={(value) => setTo(day(value))}
        />
        <FieldInput
          kind="integer"
          label="At most a day"
          optional
          min={1}
          max={500}
          value={perDay}
          onChange={(value) => setPerDay(typeof value === 'number' ? value : null)}
        />
      </Group>
      {preview.error ? (
        <Alert color="danger" variant="light" role="alert">
          {Object.values(preview.error.fields ?? {})[0] ?? preview.error.message}
        </Alert>
      ) : (
        preview.data && (
          <>
            <PairTable
              rows={preview.data.days
                .slice(0, 14)
                .map((one) => [`${weekdayOf(one.day)}, ${formatDay(one.day)}`, formatCount(one.n)])}
            />
            {preview.data.over > 0 && (
              <Text fz="sm" c="var(--a-warning-text)">
                {formatCount(preview.data.over)} do not fit into these days and keep their date.
              </Text>
            )}
            {preview.data.visits > 0 && (
              <Text fz="sm" className="quiet">
                {formatCount(preview.data.visits)} with a fixed visit keep their date.
              </Text>
            )}
          </>
        )
      )}
      <DialogFoot error={plan.error} onCancel={onDone}>
        <Button loading={plan.running} disabled={set <= 0} onClick={() => void plan.run(input)}>
          Set {formatCount(Math.max(0, set))} {set === 1 ? 'date' : 'dates'}
        </Button>
      </DialogFoot>
    </Stack>
  );
}
