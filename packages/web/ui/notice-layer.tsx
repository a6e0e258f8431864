import { Notifications } from '@mantine/notifications';

/** Draws the notices: top right, at most four at once. Its own chunk, fetched with the first notice. */
export const NoticeLayer = () => (
  <Notifications position="top-right" limit={4} autoClose={2000} zIndex={1000} />
);
