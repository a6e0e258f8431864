import { formatClock, formatDay } from '@aangan/web/format.ts';
import { Facts } from '@aangan/web/ui/section.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import type * as z from 'zod';
import '../training-look.tsx';
import { modes } from '../training/training.states.ts';
import type { trainingFacts } from './seat.contract.ts';

type Facts_ = z.output<typeof trainingFacts>;

export const whenOf = (one: Pick<Facts_, 'fromDate' | 'toDate' | 'fromTime' | 'toTime'>): string =>
  `${one.fromDate === one.toDate ? formatDay(one.fromDate) : `${formatDay(one.fromDate)} to ${formatDay(one.toDate)}`}, ${formatClock(one.fromTime)} to ${formatClock(one.toTime)}`;

/** What a training is, on the screens of one of them. */
export const TrainingFacts = ({ of }: { of: Facts_ }) => (
  <Facts
    items={[
      { label: 'Number', value: of.code },
      { label: 'When', value: whenOf(of) },
      { label: 'Where', value: of.venue ? `${modes[of.mode]}, ${of.venue}` : modes[of.mode] },
      { label: 'Trainers', value: of.trainers },
      {
        label: 'Seats taken',
        value: `${of.seated}${of.capacity === null ? '' : ` of ${of.capacity}`}${of.waiting > 0 ? `, ${of.waiting} waiting` : ''}`,
      },
      { label: 'Status', value: <StatusTag area="training" state={of.status} /> },
    ]}
  />
);
