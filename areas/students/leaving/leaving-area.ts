import { certificateContract, certificates, withdrawalContract, withdrawals } from './withdrawal.contract.ts';

export const leavingContracts = [
  withdrawalContract,
  withdrawals.endpoints,
  certificateContract,
  certificates.endpoints,
];

export const leavingPersonalData = [
  {
    table: 'withdrawal',
    subject: 'STUDENT' as const,
    columns: ['reason'],
    on: 'pseudonymise' as const,
    basis: 'education',
  },
  {
    table: 'student_certificate',
    subject: 'STUDENT' as const,
    columns: ['snapshot', 'purpose'],
    on: 'keep' as const,
    basis: 'school leaving register',
  },
];
