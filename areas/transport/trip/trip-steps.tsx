// What the desk does with a trip.
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { tripContract as contract, type TripRow } from './trip.contract.ts';
import { REFRESH } from './trip-look.tsx';

export type TripStep = 'swap' | 'cancel' | 'forceClose';

export function TripStepDialog({
  step,
  row,
  onClose,
}: {
  step: TripStep;
  row: TripRow;
  onClose: () => void;
}) {
  const shared = { ifMatch: row.version, refresh: REFRESH, onClose };
  if (step === 'swap')
    return (
      <CommandDialog
        of={contract.swap}
        title={`Swap vehicle or staff of ${row.route}`}
        text="For this trip alone. Postings and the plan of the route stay as they are."
        confirm="Swap"
        start={{
          id: row.id,
          attendantId: row.attendantId,
          ...(row.vehicleId && { vehicleId: row.vehicleId }),
          ...(row.driverId && { driverId: row.driverId }),
        }}
        done="Swapped."
        {...shared}
      />
    );
  if (step === 'cancel')
    return (
      <CommandDialog
        of={contract.cancel}
        title={`Cancel ${row.route}`}
        text={`${row.expected} children are expected. The trip will not run; their families are told.`}
        confirm="Cancel trip"
        danger
        start={{ id: row.id }}
        done="The trip is cancelled."
        {...shared}
      />
    );
  return (
    <CommandDialog
      of={contract.forceClose}
      title={`Close ${row.route} without the check`}
      text="Only when the sticker behind the last row cannot be read and somebody has looked at every seat."
      confirm="Close trip"
      danger
      start={{ id: row.id }}
      done="The trip is closed. Head office has been told."
      {...shared}
    />
  );
}
