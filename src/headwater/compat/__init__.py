"""APIs of other lineage tools, implemented with headwater: code written for one of them runs as it is."""
