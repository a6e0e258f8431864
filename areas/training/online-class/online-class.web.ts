export const onlineClassLoads = {
  '/online-class/list': () => import('./class-list.tsx').then((s) => s.ClassList),
  '/online-class/schedule-class': () => import('./schedule-class.tsx').then((s) => s.ScheduleClass),
  '/online-class/my-classes': () => import('./my-classes.tsx').then((s) => s.MyClasses),
  '/online-class/my-classes/list': () => import('./past-classes.tsx').then((s) => s.PastClasses),
  '/online-class/join/{referenceID}': () => import('./class-room.tsx').then((s) => s.ClassRoom),
  '/online-class/{referenceID}': () => import('./class-link.tsx').then((s) => s.ClassLink),
} as const;
