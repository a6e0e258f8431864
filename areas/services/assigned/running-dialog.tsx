import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import type { Values } from '@aangan/web/form/form-values.ts';
import { formatDay } from '@aangan/web/format.ts';
import { assignedServiceContract as contract, type ServiceCard } from './assigned-service.contract.ts';
import { afterNote, ChangeDialog } from './change-dialog.tsx';

export type RunningStep = 'stop' | 'pause' | 'slab';

const dayIn = (values: Readonly<Values>, name: string): string | null =>
  typeof values[name] === 'string' && values[name] !== '' ? (values[name] as string) : null;

/** What may be asked of a running service; each shows its effect on the fees first. */
export function RunningDialog({
  card,
  step,
  onClose,
}: {
  card: ServiceCard;
  step: RunningStep;
  onClose: () => void;
}) {
  const id = card.assignmentId ?? '';
  const today = todayIst(serverNow());
  const first = card.startsOn && card.startsOn > today ? card.startsOn : today;
  const days = { earliest: first, ...(card.endsOn ? { latest: card.endsOn } : {}) };
  const shared = { assignmentId: id, ifMatch: card.version, onClose };
  if (step === 'stop')
    return (
      <ChangeDialog
        of={contract.stop}
        title={`Stop ${card.service}`}
        text={`The notice is ${card.noticeDays} days: the last day is the later of the two.`}
        confirm="Stop service"
        danger
        start={{ id, on: first }}
        fields={{ on: days }}
        wanted={(values) => {
          const on = dayIn(values, 'on');
          return on ? { kind: 'STOP', on } : null;
        }}
        done={(out) => afterNote(`It ends on ${formatDay(out.lastDay)}.`, out, out.credit)}
        {...shared}
      />
    );
  if (step === 'pause')
    return (
      <ChangeDialog
        of={contract.pause}
        title={`Pause ${card.service}`}
        text={`At least ${card.pauseMinDays} days. The seat is kept; another person approves it, then the days are credited.`}
        confirm="Ask for approval"
        start={{ id }}
        fields={{ from: days, to: days }}
        wanted={(values) => {
          const [from, to] = [dayIn(values, 'from'), dayIn(values, 'to')];
          return from && to ? { kind: 'PAUSE', from, to } : null;
        }}
        done="Asked for. Another person approves it."
        {...shared}
      />
    );
  return (
    <ChangeDialog
      of={contract.changeSlab}
      title={`Another stop for ${card.service}`}
      text="Direction and distance give the fare slab; the fees follow from that day on. The seat on the bus stays at its stop until Transport moves it under Students on routes."
      confirm="Change stop"
      start={{
        id,
        from: first,
        ...(card.direction ? { direction: card.direction } : {}),
        ...(card.distanceM === null ? {} : { distanceM: card.distanceM }),
        ...(card.stopText ? { stopText: card.stopText } : {}),
      }}
      fields={{ from: days }}
      wanted={(values) => {
        const from = dayIn(values, 'from');
        const { direction, distanceM } = values;
        return from && typeof direction === 'string' && typeof distanceM === 'number'
          ? { kind: 'SLAB', from, direction: direction as 'BOTH', distanceM }
          : null;
      }}
      done={(out) => afterNote(`Slab ${out.slab} from that day.`, out, out.credit + out.debit)}
      {...shared}
    />
  );
}
