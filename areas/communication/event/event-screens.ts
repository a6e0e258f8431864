import { communicationModules as m } from '../modules.ts';

export const eventScreens = {
  '/eventcalendar/event-calendar-view': {
    title: 'Event calendar',
    module: [m.eventCalendar, m.studentCalender],
    centre: true,
  },
  '/eventcalendar/add-event-calendar': {
    title: 'Add an event',
    module: m.eventCalendar,
    write: true,
    centre: true,
  },
  '/eventcalendar/event-calendar-list': { title: 'Events', module: m.eventCalendar, centre: true },
  '/eventcalendar/edit-calendar/{calendarID}': {
    title: 'Edit event',
    module: m.eventCalendar,
    write: true,
    centre: true,
  },
  '/eventcalendar/view-calendar/{calendarID}': {
    title: 'Event',
    module: [m.eventCalendar, m.studentCalender],
    centre: true,
  },
} as const;
