import { todayIst } from '@aangan/contract/period.ts';
import { call } from '@aangan/web/api/call.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { videos } from '../video/video.listing.ts';
import { recordedContract as contract, type RecordedClass } from './recorded.contract.ts';

const REFRESH = ['recorded-class'];

const findVideos = async (q: string) =>
  (await call(videos.endpoints.list, { status: ['READY'], limit: 20, ...(q ? { q } : {}) })).rows.map(
    ({ id, name }) => ({ id, label: name }),
  );

const fieldsWith = (video: string | null) => ({
  videoId: { kind: 'reference' as const, search: findVideos, chosenLabel: video },
  recordedOn: { latest: todayIst(serverNow()) },
});

interface Place {
  folderId: string;
  classId?: number;
  weekNo?: number;
  dayNo?: number;
}

export function AddRecorded({
  place,
  classes,
  onClose,
}: {
  place: Place;
  classes: readonly { id: number; name: string }[];
  onClose: () => void;
}) {
  const own = async (q: string) =>
    classes
      .filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
      .map(({ id, name }) => ({ id, label: name }));
  return (
    <CommandDialog
      of={contract.add}
      title="Add recorded class"
      confirm="Add"
      start={{ ...place, recordedOn: todayIst(serverNow()) }}
      fields={{
        ...fieldsWith(null),
        classId: {
          search: own,
          chosenLabel: classes.find(({ id }) => id === place.classId)?.name ?? null,
        },
      }}
      refresh={REFRESH}
      done="The recorded class is added."
      onClose={onClose}
    />
  );
}

export function ChangeRecorded({ row, onClose }: { row: RecordedClass; onClose: () => void }) {
  return (
    <CommandDialog
      of={contract.change}
      title={`Change ${row.title}`}
      confirm="Save"
      start={{
        id: row.id,
        title: row.title,
        ...(row.classId === null ? {} : { classId: row.classId }),
        ...(row.weekNo === null ? {} : { weekNo: row.weekNo }),
        ...(row.dayNo === null ? {} : { dayNo: row.dayNo }),
        recordedOn: row.recordedOn,
        videoId: row.videoId,
        ...(row.visibleFrom === null ? {} : { visibleFrom: row.visibleFrom }),
        ...(row.visibleTo === null ? {} : { visibleTo: row.visibleTo }),
      }}
      ifMatch={row.version}
      fields={{ ...fieldsWith(row.video), classId: { chosenLabel: row.className } }}
      refresh={REFRESH}
      done="Saved."
      onClose={onClose}
    />
  );
}
