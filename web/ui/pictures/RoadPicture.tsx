import road from './road.svg'
import styles from './RoadPicture.module.css'

/** The product's picture: the road ahead, what waits on it, and the chicory at its side. Fills its container. */
export function RoadPicture() {
  return <img className={styles.picture} src={road} alt="" width="800" height="600" />
}
