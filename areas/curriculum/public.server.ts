// What curriculum offers to other areas, inside their unit of work.
export { playInfo } from './video/play.server.ts';
export { createVideo, readyVideos, videoCard } from './video/video.server.ts';
