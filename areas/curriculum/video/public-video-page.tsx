import { call } from '@aangan/web/api/call.ts';
import { useQuery } from '@aangan/web/api/use-query.ts';
import { PublicFrame } from '@aangan/web/ui/public-frame.tsx';
import { VideoPlayer } from '@aangan/web/video/video-player.tsx';
import { useParams } from 'react-router';
import { publicVideoContract } from './video.contract.ts';

const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** /videoplayer/{videoName}/{urlPath}: one video for whoever has its link. Whatever is wrong is one and the same page. */
export function PublicVideoPage() {
  const { videoName = '', urlPath = '' } = useParams();
  const input = { name: videoName };
  // What is no token is never sent anywhere, least of all opened as an address.
  const asks = TOKEN.test(urlPath) && videoName.length <= 200;
  const { data, isPending } = useQuery(publicVideoContract.open, input, {
    link: urlPath,
    enabled: asks,
    fresh: 8 * 60_000,
  });
  if (data)
    return (
      <PublicFrame title={data.name} wide oneLanguage>
        <VideoPlayer
          source={data}
          renew={() => call(publicVideoContract.open, input, { link: urlPath, background: true })}
        />
      </PublicFrame>
    );
  if (asks && isPending)
    return (
      <PublicFrame title="Video" oneLanguage>
        <p aria-busy="true" />
      </PublicFrame>
    );
  return (
    <PublicFrame title="This video link is no longer available." oneLanguage>
      <p>Ask whoever sent it for a new one.</p>
    </PublicFrame>
  );
}
