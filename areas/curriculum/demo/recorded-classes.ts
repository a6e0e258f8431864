// Recorded classes: some of head office, most of Andheri, one visible later and one no longer.
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { headOffice, teamAt } from '../../../db/demo/people.ts';
import { ANDHERI } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';
import { slugOf } from '../video/video.states.ts';

const HEAD_OFFICE = 1;
const [PLAYGROUP, NURSERY, JUNIOR, SENIOR] = [2, 3, 4, 5];

// Title, place, class, week, day, video, recorded so many days ago, visible from and until so many days from today.
// biome-ignore format: a table
const CLASSES = [
  ['Rain song with actions', HEAD_OFFICE, NURSERY, 5, 3, 'Rain and puddles', 40, null, null],
  ['Ten little fingers', HEAD_OFFICE, JUNIOR, 2, 1, 'Ten little fingers', 60, null, null],
  ['How we wash our hands', HEAD_OFFICE, NURSERY, 1, 2, 'Hand washing step by step', 55, null, null],
  ['Finger play', HEAD_OFFICE, PLAYGROUP, 2, 1, 'Ten little fingers', 58, null, null],
  ['Clean hands before lunch', HEAD_OFFICE, SENIOR, 1, 2, 'Hand washing step by step', 50, null, null],
  ['Circles and squares in clay', ANDHERI, NURSERY, 8, 2, 'Clay shapes', 4, -4, null],
  ['Colours we found outside', ANDHERI, NURSERY, 4, 5, 'Colours of the garden', 12, -12, null],
  ['The red kite, told by Divya', ANDHERI, NURSERY, 8, 4, 'Story of the red kite', 2, -2, 60],
  ['Puppets for the small ones', ANDHERI, JUNIOR, 6, 3, 'Puppet theatre', 9, -9, null],
  ['Beads up to twenty', ANDHERI, JUNIOR, 7, null, 'Counting beads', 5, -5, null],
  ['Stretching, next week', ANDHERI, NURSERY, 9, 1, 'Morning stretch', 1, 6, null],
  ['Sports morning', ANDHERI, NURSERY, null, null, 'Sports morning at Andheri', 80, -80, -20],
] as const;

export async function writeRecordedClasses(client: Client, today: Day): Promise<void> {
  const { teachers } = teamAt(ANDHERI);
  await insertRows(
    client,
    'recorded_class',
    CLASSES.map(([title, place, classId, week, day, video, ago, from, until]): Row => {
      const ahead = (days: number | null) => (days === null ? null : addDays(today, days));
      return {
        franchisee_id: place,
        id: demoUuid('recorded-class', title),
        folder_id: demoUuid('curriculum-folder', 'Recorded lessons'),
        class_id: classId,
        week_no: week,
        day_no: day,
        title,
        recorded_on: addDays(today, -ago),
        video_id: demoUuid('video', slugOf(video)),
        visible_from: ahead(from),
        visible_to: ahead(until),
        created_by: place === HEAD_OFFICE ? headOffice.operations.id : teachers[0]?.id,
      };
    }),
  );
}
