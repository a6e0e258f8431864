// Learning material of three class groups, some of it visible later or hidden, and a folder for the plans of Nursery.
import { addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';

const MORNING = 'T07:00:00+05:30';
const folderId = (name: string) => demoUuid('curriculum-folder', name);

// biome-ignore format: a table
const FOLDERS = [
  ['Rhymes and stories', 'CURRICULUM', null, 'Early years', 'What teachers sing and read aloud.', true],
  ['Monsoon rhymes', 'CURRICULUM', 'Rhymes and stories', null, null, true],
  ['Kindergarten library', 'CURRICULUM', null, 'Kindergarten', 'Ideas and worksheets for Junior and Senior KG.', true],
  ['Numbers to 20', 'CURRICULUM', 'Kindergarten library', null, null, true],
  ['Worksheets of last year', 'CURRICULUM', 'Kindergarten library', null, 'Kept for authors.', false],
  ['Nursery', 'CURRICULUM_CMS', null, 'Nursery and playgroup', 'Plans of the years.', true],
  ['Recorded lessons', 'RECORDED', null, 'Recorded lessons, pilot', null, true],
] as const;

// biome-ignore format: a table
const ITEMS = [
  ['Rhymes and stories', 'NOTE', 'How to read aloud', 'Sit where every child sees the page.\n\nAsk one question on each page, and wait.', null],
  ['Rhymes and stories', 'LINK', 'Storyweaver, picture books', 'https://storyweaver.org.in', null],
  ['Monsoon rhymes', 'NOTE', 'Rain, rain', 'Children drum the rain with their fingers: softly, loudly, softly.', null],
  ['Monsoon rhymes', 'NOTE', 'Peacock dance', 'Chart paper, feathers, a drum.', 7],
  ['Kindergarten library', 'NOTE', 'Corners of the class room', 'Reading, blocks, pretend play, sand and water. Change one corner a month.', null],
  ['Numbers to 20', 'LINK', 'NCERT, textbooks', 'https://ncert.nic.in/textbook.php', null],
  ['Numbers to 20', 'NOTE', 'Counting with seeds', 'Ten seeds in each cup; children put two cups together.', null],
] as const;

// biome-ignore format: a table
const THEMES = [
  ['Monsoon', 'बारिश', 'Nursery and playgroup', 'BLUE', ['JUN', 'JUL'], 'rain\ncloud\numbrella\nfrog', true],
  ['My family', 'मेरा परिवार', 'Nursery and playgroup', 'ORANGE', ['AUG'], 'mother\nfather\ngrandmother', true],
  ['Festivals of light', 'दीपावली', 'Nursery and playgroup', 'YELLOW', ['OCT', 'NOV'], 'lamp\nrangoli\nsweet', true],
  ['Numbers around us', null, 'Kindergarten', 'GREEN', ['SEP'], 'one\ntwo\nthree', true],
  ['Old harvest theme', null, 'Kindergarten', 'RED', ['JAN'], null, false],
] as const;

export async function writeCurriculum(client: Client, today: Day): Promise<void> {
  await insertRows(
    client,
    'curriculum_folder',
    FOLDERS.map(([name, kind, parent, group, description, active], i) => ({
      id: folderId(name),
      parent_id: parent ? folderId(parent) : null,
      kind,
      name,
      description,
      class_group_id: group ? demoUuid('class-group', group) : null,
      position: i + 1,
      active,
    })),
  );
  await insertRows(
    client,
    'curriculum_folder_item',
    ITEMS.map(([folder, kind, title, content, opensIn], i) => ({
      id: demoUuid('curriculum-item', title),
      folder_id: folderId(folder),
      kind,
      title,
      url: kind === 'LINK' ? content : null,
      body: kind === 'NOTE' ? content : null,
      opens_at: opensIn === null ? null : `${addDays(today, opensIn)}${MORNING}`,
      position: i + 1,
    })),
  );
  await insertRows(
    client,
    'theme_and_skill',
    THEMES.map(([name, nameHi, group, colour, months, vocabulary, active]) => ({
      id: demoUuid('theme', name),
      name,
      name_hi: nameHi,
      class_group_id: demoUuid('class-group', group),
      colour,
      months: [...months],
      vocabulary,
      active,
    })),
  );
  // Each active theme trains three competencies of the list.
  await client.query(
    `insert into theme_skill (theme_id, parameter_id) select t.id, p.id from theme_and_skill t
       cross join lateral (select id from skill_parameter where active order by md5(id::text || t.id::text) limit 3) p where t.active`,
  );
}
