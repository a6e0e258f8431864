import { message } from '@aangan/contract/area.ts';

/** What people at work hear of audits. */
export const auditMessages = [
  message({
    key: 'audits.critical',
    category: 'SERVICE',
    audience: 'STAFF',
    urgency: 'NOW',
    channels: ['APP', 'EMAIL'],
    retryUnknown: false,
    variables: ['centre', 'question', 'auditor', 'time'],
    subject: 'Critical failure at {centre}',
    en: 'Critical failure at {centre}: {question} Auditor {auditor}, {time}.',
    hi: '{centre} में गंभीर कमी: {question} ऑडिटर {auditor}, {time}।',
  }),
];
