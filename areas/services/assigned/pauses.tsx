import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { formatRupees } from '@aangan/web/format.ts';
import { dayColumn, moneyColumn, stateColumn, textColumn } from '@aangan/web/table/column.tsx';
import { ShortTable } from '@aangan/web/table/short-table.tsx';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import {
  assignedServiceContract as contract,
  type PauseView,
  type ServiceCard,
} from './assigned-service.contract.ts';
import { ChangeDialog } from './change-dialog.tsx';

/** Days away of a service, with the decision and the early return. */
export function Pauses({ card }: { card: ServiceCard }) {
  const [open, setOpen] = useState<{ pause: PauseView; step: 'decide' | 'resume' } | null>(null);
  if (card.pauses.length === 0) return null;
  return (
    <>
      <ShortTable
        label={`Pauses of ${card.service}`}
        rows={card.pauses}
        keyOf={(pause) => pause.id}
        minWidth={640}
        columns={[
          dayColumn('from', 'Away from', (pause: PauseView) => pause.from),
          dayColumn('to', 'Until', (pause: PauseView) => pause.to),
          textColumn('reason', 'Reason', (pause: PauseView) => pause.reason, {
            second: (pause) => (pause.askedBy ? `Asked by ${pause.askedBy}` : null),
          }),
          moneyColumn('credit', 'Less to pay', (pause: PauseView) => pause.credit),
          stateColumn('service-pause', (pause: PauseView) => pause.status),
          textColumn('steps', '', (pause: PauseView) => (
            <Group gap="xs" wrap="nowrap">
              {pause.can.decide ? (
                <Button size="compact-sm" onClick={() => setOpen({ pause, step: 'decide' })}>
                  Decide
                </Button>
              ) : null}
              {pause.can.resume ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setOpen({ pause, step: 'resume' })}
                >
                  Back earlier
                </Button>
              ) : null}
            </Group>
          )),
        ]}
      />
      {open?.step === 'decide' ? (
        <ChangeDialog
          of={contract.decidePause}
          title="Decide this pause"
          text={open.pause.reason}
          confirm="Decide"
          assignmentId={card.assignmentId ?? ''}
          start={{ id: open.pause.id, decision: 'approve' }}
          ifMatch={open.pause.version}
          wanted={(values) =>
            values['decision'] === 'approve' ? { kind: 'DECIDE', pauseId: open.pause.id } : null
          }
          done={(out) => (out.credit > 0 ? `Approved: ${formatRupees(out.credit)} less to pay.` : 'Decided.')}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.step === 'resume' ? (
        <ChangeDialog
          of={contract.resume}
          title="Back earlier"
          text="The days that are used after all are charged again by a note that another person approves."
          confirm="End the pause"
          assignmentId={card.assignmentId ?? ''}
          start={{ id: open.pause.id }}
          ifMatch={open.pause.version}
          fields={{ on: { earliest: todayIst(serverNow()), latest: open.pause.to } }}
          wanted={(values) =>
            typeof values['on'] === 'string' && values['on'] !== ''
              ? { kind: 'RESUME', pauseId: open.pause.id, on: values['on'] }
              : null
          }
          done="The pause ends."
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}
