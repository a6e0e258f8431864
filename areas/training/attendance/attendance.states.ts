export const marks = { PRESENT: 'Present', PARTIAL: 'Partial', ABSENT: 'Absent' } as const;
export const overallMarks = { NOT_MARKED: 'Not marked', ...marks } as const;
export const markSources = { MANUAL: 'By hand', AUTO: 'Meeting' } as const;
