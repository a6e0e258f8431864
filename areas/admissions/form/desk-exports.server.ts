// The lists of registrations and admissions as files: what the screen shows, with its filters and its masked numbers.
import type { ExportColumn, ExportSource } from '@aangan/server/endpoint/area-extras.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { startExport } from '@aangan/server/files/exports.ts';
import { admissionContract } from '../admission/admission.contract.ts';
import { admissionPage } from '../admission/admission.queries.server.ts';
import { admissionLabels } from '../admission/admission.states.ts';
import { registrationContract } from '../registration/registration.contract.ts';
import { registrationPage } from '../registration/registration.queries.server.ts';
import { registrationLabels } from '../registration/registration.states.ts';

const PAGE = 200;

const text = (key: string, label: string): ExportColumn => ({ key, label, kind: 'text' });
const child = [text('childName', 'Child'), { key: 'dateOfBirth', label: 'Born', kind: 'date' }] as const;
const family = [
  text('className', 'Class'),
  text('daySession', 'Session'),
  text('parentName', 'Parent'),
  text('mobile', 'Mobile'),
] as const;

const sessions = { MORNING: 'Morning', AFTERNOON: 'Afternoon', FULL_DAY: 'Full day' } as const;

export const exportRegistrations = handle(registrationContract.export, ({ db, actor, input }) => {
  const { format, ...filters } = input;
  const { name: contract } = registrationContract.export;
  return startExport(db, actor, { contract, title: 'Registrations', input: filters, format });
});

export const exportAdmissions = handle(admissionContract.export, ({ db, actor, input }) => {
  const { format, ...filters } = input;
  const { name: contract } = admissionContract.export;
  return startExport(db, actor, { contract, title: 'Admissions', input: filters, format });
});

const registrationFile: ExportSource = {
  endpoint: registrationContract.export,
  columns: () => [
    text('registrationNo', 'Registration no.'),
    ...child,
    ...family,
    { key: 'createdAt', label: 'Opened', kind: 'dateTime' },
    { key: 'verifiedAt', label: 'Verified', kind: 'dateTime' },
    text('verifiedBy', 'Verified by'),
    text('applicationNo', 'Application no.'),
    text('admissionNo', 'Admission no.'),
    text('ownerName', 'Counsellor'),
    text('status', 'Status'),
  ],
  page: async (db, actor, input, after) => {
    const wanted = registrationContract.list.input.parse({ ...input, limit: PAGE, after });
    const { rows, next } = await registrationPage(db, actor, wanted, new Date());
    return {
      rows: rows.map((row) => ({
        ...row,
        daySession: sessions[row.daySession],
        status: registrationLabels[row.status],
      })),
      next,
    };
  },
};

const admissionFile: ExportSource = {
  endpoint: admissionContract.export,
  columns: () => [
    text('admissionNo', 'Admission no.'),
    ...child,
    ...family,
    { key: 'startOn', label: 'First day', kind: 'date' },
    { key: 'confirmedAt', label: 'Confirmed', kind: 'dateTime' },
    text('applicationNo', 'Application no.'),
    text('status', 'Status'),
  ],
  page: async (db, actor, input, after) => {
    const wanted = admissionContract.list.input.parse({ ...input, limit: PAGE, after });
    const { rows, next } = await admissionPage(db, actor, wanted);
    return {
      rows: rows.map((row) => ({
        ...row,
        daySession: sessions[row.daySession],
        status: admissionLabels[row.status],
      })),
      next,
    };
  },
};

export const deskExports: Readonly<Record<string, ExportSource>> = {
  [registrationContract.export.name]: registrationFile,
  [admissionContract.export.name]: admissionFile,
};
