export const assessmentFiles = [
  await import('./assessment.server.ts'),
  await import('./question.server.ts'),
  await import('./question-import.server.ts'),
];
