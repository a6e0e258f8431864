// What a room of our own can carry (areas/training.md 3.2, 3.6): every picture goes from browser to browser. Pure.

export const parts = ['Organizer', 'Moderator', 'Expert', 'Participant', 'Observer'] as const;
export type Part = (typeof parts)[number];

/** Everybody sends, or the trainers alone and all others watch and write. */
export type Layout = 'MEETING' | 'LECTURE';

/** Participants that a room has place for; more than that is for another service. */
export const MEETING_MOST = 6;
export const LECTURE_MOST = 24;
/** Cameras at the same time. */
export const CAMERAS_MOST = 6;

export const layoutOf = (capacity: number | null): Layout =>
  capacity !== null && capacity <= MEETING_MOST ? 'MEETING' : 'LECTURE';
export const placesOf = (layout: Layout): number => (layout === 'MEETING' ? MEETING_MOST : LECTURE_MOST);

/** Organizers and moderators lead: they mute, remove, extend and end. */
export const leads = (part: string): boolean => part === 'Organizer' || part === 'Moderator';
/** Has a part in the training itself; always finds a place. */
export const trains = (part: string): boolean => leads(part) || part === 'Expert';
export const sends = (layout: Layout, part: string): boolean =>
  trains(part) || (layout === 'MEETING' && part !== 'Observer');

/** A connection that was silent for longer is gone; whoever comes back enters anew. */
export const SILENT_S = 45;
/** Others no longer see somebody who was silent for so long. */
export const UNSEEN_S = 15;
/** Presence is written at most so often: what a crash may cost. */
export const PRESENCE_EVERY_S = 20;
export const SIGNAL_KEPT_S = 60;
/** How far the end of a session may be moved in all. */
export const EXTENDS_MOST_MIN = 120;
