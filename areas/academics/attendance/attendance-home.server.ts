// What a teacher's home shows of attendance: registers of the own sections that nobody has submitted today.
import type { HomeCards } from '@aangan/server/endpoint/home-card.ts';
import { academicsModules as m } from '../modules.ts';
import { attendanceContract } from './attendance.contract.ts';
import { isMissing, registersOn } from './register.queries.server.ts';

const TO_SUBMIT = 'academics.registers-to-submit';

export const attendanceHomeCards: readonly HomeCards[] = [
  {
    module: m.Attendance,
    read: async (db, { actor, today }) => ({
      [TO_SUBMIT]: { n: (await registersOn(db, actor, today)).filter(isMissing).length },
    }),
    cards: [
      {
        key: TO_SUBMIT,
        title: 'Attendance to submit today',
        unit: 'count',
        picture: 'number',
        on: { teacher: 3 },
        todo: { action: 'Mark attendance', by: m.Attendance },
        drill: {
          path: '/attendance/give-attendance',
          list: attendanceContract.today,
          filters: () => ({ tab: 'not-submitted' }),
          measures: 'rows',
        },
      },
    ],
  },
];
