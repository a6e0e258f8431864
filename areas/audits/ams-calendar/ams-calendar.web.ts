export const amsCalendarLoads = {
  '/ams/amsCalender': () => import('./ams-calendar.tsx').then((m) => m.AmsCalendar),
};
