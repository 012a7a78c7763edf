import type { ViewerSeries } from '@concord/rubric/model/imaging';
import type { ReactElement } from 'react';
import { Thumbnail } from './thumbnail.tsx';

/** The series of the case: thumbnail, name, number of slices; the one in the active viewport is pressed. */
export function SeriesStrip(props: {
  series: readonly ViewerSeries[];
  names: ReadonlyMap<string, string>;
  shownId: string | undefined;
  zh: boolean;
  imageUrl: (imageId: string) => string;
  onShow: (seriesId: string) => void;
}): ReactElement {
  const { zh, names } = props;
  return (
    <div className="iv-strip" role="group" aria-label={zh ? '序列' : 'Series'}>
      {props.series.map((each) => (
        <button
          key={each.seriesId}
          type="button"
          aria-pressed={each.seriesId === props.shownId}
          disabled={each.images.length === 0}
          title={
            zh ? `${names.get(each.seriesId)}（[ 与 ] 切换）` : `${names.get(each.seriesId)} ([ and ] step)`
          }
          onClick={() => props.onShow(each.seriesId)}
        >
          <Thumbnail series={each} imageUrl={props.imageUrl} />
          {names.get(each.seriesId)} <small>{each.images.length}</small>
        </button>
      ))}
    </div>
  );
}
