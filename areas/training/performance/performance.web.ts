export const performanceLoads = {
  '/self-training/teacher-performance': () =>
    import('./teacher-performance.tsx').then((file) => file.TeacherPerformance),
  '/self-training/teacher-performance-record/{staffID}': () =>
    import('./performance-record.tsx').then((file) => file.PerformanceRecord),
} as const;
