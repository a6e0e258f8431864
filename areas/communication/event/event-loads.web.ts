export const eventLoads = {
  '/eventcalendar/event-calendar-view': () => import('./event-calendar.tsx').then((m) => m.EventCalendar),
  '/eventcalendar/add-event-calendar': () => import('./event-form.tsx').then((m) => m.AddEvent),
  '/eventcalendar/event-calendar-list': () => import('./event-list.tsx').then((m) => m.EventList),
  '/eventcalendar/edit-calendar/{calendarID}': () => import('./event-form.tsx').then((m) => m.EditEvent),
  '/eventcalendar/view-calendar/{calendarID}': () => import('./event-view.tsx').then((m) => m.EventPage),
};
